// SPDX-License-Identifier: Apache-2.0

/// Ids as UTF-8 one behind the other, because a string of this length is an allocation of its own: 30 bytes for an id instead of 80.
struct PackedIDs: Sendable {
    private var bytes: [UInt8] = []
    /// For each id, the place of its end in `bytes`.
    private var ends: [UInt32] = []

    var count: Int { ends.count }

    subscript(place: Int) -> String {
        String(decoding: bytes[range(of: place)], as: UTF8.self)
    }

    /// Adds an id behind the others.
    mutating func append(_ id: String) {
        bytes.append(contentsOf: id.utf8)
        ends.append(UInt32(bytes.count))
    }

    /// Inserts an id, which takes time for all ids behind it.
    mutating func insert(_ id: String, at place: Int) {
        let start = start(of: place)
        bytes.insert(contentsOf: id.utf8, at: start)
        ends.insert(UInt32(start), at: place)
        for next in place..<ends.count { ends[next] += UInt32(id.utf8.count) }
    }

    /// Removes an id, which takes time for all ids behind it.
    mutating func remove(at place: Int) {
        let range = range(of: place)
        bytes.removeSubrange(range)
        ends.remove(at: place)
        for next in place..<ends.count { ends[next] -= UInt32(range.count) }
    }

    /// The place of an id, or the one at which it would be; the ids must be in the order of `IDOrder`.
    func place(of id: String) -> (place: Int, isKnown: Bool) {
        let (id, bytes) = (id.utf8.span, bytes.span)
        var (low, high) = (0, count)
        // New ids come last.
        if let last = ends.indices.last, IDOrder.precedes(bytes.extracting(range(of: last)), id) { low = high }
        while low < high {
            let middle = (low + high) / 2
            if IDOrder.precedes(bytes.extracting(range(of: middle)), id) { low = middle + 1 } else { high = middle }
        }
        // Of two different ids, one precedes the other.
        return (low, low < count && !IDOrder.precedes(id, bytes.extracting(range(of: low))))
    }

    /// The places of the ids, in the order of `IDOrder`.
    func sorted() -> [Int] {
        let bytes = bytes.span
        return ends.indices.sorted {
            IDOrder.precedes(bytes.extracting(range(of: $0)), bytes.extracting(range(of: $1)))
        }
    }

    private func start(of place: Int) -> Int { place == 0 ? 0 : Int(ends[place - 1]) }

    private func range(of place: Int) -> Range<Int> { start(of: place)..<Int(ends[place]) }
}
