// SPDX-License-Identifier: Apache-2.0
import Wire

/// The ids of stills in order, and for whom each is; 34 bytes for a still.
///
/// The descriptions stay on the disk: a camera that takes a still a second has 100,000 of them after a day.
struct StillIndex: Sendable {
    private var ids = PackedIDs()
    /// For each id, an index of `deliveries`.
    private var numbers: [UInt32] = []
    private var deliveries: [StillDelivery] = []
    private var known: [StillDelivery: UInt32] = [:]

    /// For whom a still is; nil if there is no such still.
    ///
    /// Setting nil removes it.
    subscript(id: String) -> StillDelivery? {
        get {
            let (place, isKnown) = ids.place(of: id)
            return isKnown ? deliveries[Int(numbers[place])] : nil
        }
        set {
            let (place, isKnown) = ids.place(of: id)
            switch newValue {
            case .some(let delivery) where isKnown: numbers[place] = number(of: delivery)
            case .some(let delivery):
                ids.insert(id, at: place)
                numbers.insert(number(of: delivery), at: place)
            case .none where isKnown:
                ids.remove(at: place)
                numbers.remove(at: place)
            case .none: break
            }
        }
    }

    /// Adds a still in any place; `sort()` must follow before anything else is asked.
    mutating func append(_ id: String, _ delivery: StillDelivery) {
        ids.append(id)
        numbers.append(number(of: delivery))
    }

    /// Puts the stills in order.
    mutating func sort() {
        var (sorted, itsNumbers) = (PackedIDs(), [UInt32]())
        for place in ids.sorted() {
            sorted.append(ids[place])
            itsNumbers.append(numbers[place])
        }
        (ids, numbers) = (sorted, itsNumbers)
    }

    /// The first ids after one, in order.
    func ids(after id: String? = nil, limit: Int = .max, where isWanted: (StillDelivery) -> Bool) -> [String] {
        var found: [String] = []
        var place = 0
        if let id {
            let (itsPlace, isKnown) = ids.place(of: id)
            place = isKnown ? itsPlace + 1 : itsPlace
        }
        while place < ids.count, found.count < limit {
            if isWanted(deliveries[Int(numbers[place])]) { found.append(ids[place]) }
            place += 1
        }
        return found
    }

    /// The ids that begin with a job's id, in order.
    func ids(ofJob job: String) -> [String] {
        let start = ids.place(of: job + "-").place
        return (start..<ids.count).lazy.map { ids[$0] }.prefix { $0.hasPrefix(job + "-") }.map(\.self)
    }

    private mutating func number(of delivery: StillDelivery) -> UInt32 {
        if let number = known[delivery] { return number }
        let number = UInt32(deliveries.count)
        deliveries.append(delivery)
        known[delivery] = number
        return number
    }
}
