// SPDX-License-Identifier: Apache-2.0
import Wire

/// The ids of stills in order, and for whom each is; 72 bytes for a still.
///
/// The descriptions stay on the disk: a camera that takes a still a second has 100,000 of them after a day.
struct StillIndex: Sendable {
    private var ids: [String] = []
    /// For each id, an index of `deliveries`.
    private var numbers: [UInt32] = []
    private var deliveries: [StillDelivery] = []
    private var known: [StillDelivery: UInt32] = [:]

    /// For whom a still is; nil if there is no such still.
    ///
    /// Setting nil removes it.
    subscript(id: String) -> StillDelivery? {
        get {
            let place = place(of: id)
            return place < ids.count && ids[place] == id ? deliveries[Int(numbers[place])] : nil
        }
        set {
            let place = place(of: id)
            let isKnown = place < ids.count && ids[place] == id
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

    /// The first ids after one, in order.
    func ids(after id: String? = nil, limit: Int = .max, where isWanted: (StillDelivery) -> Bool) -> [String] {
        var found: [String] = []
        var place = id.map { self.place(of: $0) } ?? 0
        if place < ids.count, ids[place] == id { place += 1 }
        while place < ids.count, found.count < limit {
            if isWanted(deliveries[Int(numbers[place])]) { found.append(ids[place]) }
            place += 1
        }
        return found
    }

    /// The place of an id, or the one at which it would be.
    private func place(of id: String) -> Int {
        // New stills come last.
        if let last = ids.last, IDOrder.precedes(last, id) { return ids.count }
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if IDOrder.precedes(ids[middle], id) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func number(of delivery: StillDelivery) -> UInt32 {
        if let number = known[delivery] { return number }
        let number = UInt32(deliveries.count)
        deliveries.append(delivery)
        known[delivery] = number
        return number
    }
}
