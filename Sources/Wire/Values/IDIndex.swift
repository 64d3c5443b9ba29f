// SPDX-License-Identifier: Apache-2.0

/// Ids in order, each with one of a few values; 34 bytes for an id.
///
/// What else is known of them stays on the disk: a camera that takes a still a second has 100,000 of them after a day.
package struct IDIndex<Value: Hashable & Sendable>: Sendable {
    private var ids = PackedIDs()
    /// For each id, an index of `values`.
    private var numbers: [UInt32] = []
    private var values: [Value] = []
    private var known: [Value: UInt32] = [:]

    /// An empty index.
    package init() {}

    /// The value of an id; nil if it is not in the index.
    ///
    /// Setting nil removes it.
    package subscript(id: String) -> Value? {
        get {
            let (place, isKnown) = ids.place(of: id)
            return isKnown ? values[Int(numbers[place])] : nil
        }
        set {
            let (place, isKnown) = ids.place(of: id)
            switch newValue {
            case .some(let value) where isKnown: numbers[place] = number(of: value)
            case .some(let value):
                ids.insert(id, at: place)
                numbers.insert(number(of: value), at: place)
            case .none where isKnown:
                ids.remove(at: place)
                numbers.remove(at: place)
            case .none: break
            }
        }
    }

    /// Adds an id in any place; `sort()` must follow before anything else is asked.
    package mutating func append(_ id: String, _ value: Value) {
        ids.append(id)
        numbers.append(number(of: value))
    }

    /// Puts the ids in order.
    package mutating func sort() {
        var (sorted, itsNumbers) = (PackedIDs(), [UInt32]())
        for place in ids.sorted() {
            sorted.append(ids[place])
            itsNumbers.append(numbers[place])
        }
        (ids, numbers) = (sorted, itsNumbers)
    }

    /// The first ids after one, in order.
    ///
    /// - Parameter isWanted: whether to include ids with this value; called once for a value.
    package func ids(after id: String? = nil, limit: Int = .max, where isWanted: (Value) -> Bool) -> [String] {
        var answers = [Bool?](repeating: nil, count: values.count)
        var found: [String] = []
        var place = 0
        if let id {
            let (itsPlace, isKnown) = ids.place(of: id)
            place = isKnown ? itsPlace + 1 : itsPlace
        }
        while place < ids.count, found.count < limit {
            let number = Int(numbers[place])
            let answer = answers[number] ?? isWanted(values[number])
            answers[number] = answer
            if answer { found.append(ids[place]) }
            place += 1
        }
        return found
    }

    /// The ids that begin with a whole part of an id and its hyphen, in order.
    package func ids(beginningWith part: String) -> [String] {
        let start = ids.place(of: part).place
        return (start..<ids.count).lazy.map { ids[$0] }.prefix { $0.hasPrefix(part) }.map(\.self)
    }

    private mutating func number(of value: Value) -> UInt32 {
        if let number = known[value] { return number }
        let number = UInt32(values.count)
        values.append(value)
        known[value] = number
        return number
    }
}
