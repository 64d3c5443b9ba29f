// SPDX-License-Identifier: Apache-2.0

/// The bytes of a representation that a client requests (RFC 9110 §14).
enum ByteRange: Equatable {
    case whole
    /// Never empty.
    case part(Range<Int>)
    case unsatisfiable

    /// Parses a `Range` field; a malformed field and several ranges mean all bytes, as the RFC allows.
    init(_ field: String?, size: Int) {
        self = field.flatMap { Self.parse($0, size: size) } ?? .whole
    }

    private static func parse(_ field: String, size: Int) -> ByteRange? {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true):
            return nil
        case (true, false):
            guard let count = number(ends[1]) else { return nil }
            return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (false, true):
            guard let first = number(ends[0]) else { return nil }
            return first < size ? .part(first..<size) : .unsatisfiable
        case (false, false):
            guard let first = number(ends[0]), let last = number(ends[1]), first <= last else { return nil }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    /// Accepts digits only, because `Int` accepts signs; returns `Int.max` for numbers out of range.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text) ?? .max
    }
}
