// SPDX-License-Identifier: Apache-2.0

/// An optional field of a message whose number must be in a range.
///
/// In JSON it is the bare number, or is left out. See `Within`.
@propertyWrapper
package struct WithinIfPresent<Limits: NumberRange, Value: FixedWidthInteger & Codable & Sendable>: Sendable, Hashable {
    /// The number; nil if there is none.
    package var wrappedValue: Value?

    /// Wraps a number of this program without checking it.
    package init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// No number.
    package init() {
        wrappedValue = nil
    }
}

extension WithinIfPresent: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Within<Limits, Value>.self).wrappedValue
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension WithinIfPresent: CustomStringConvertible {
    /// The number as text, or `nil`.
    package var description: String { wrappedValue.map { "\($0)" } ?? "nil" }
}

// The synthesized code of a message calls these two. Without them, decoding would fail for a missing field, and encoding would
// write a missing number as null.

extension KeyedDecodingContainer {
    package func decode<Limits, Value>(
        _ type: WithinIfPresent<Limits, Value>.Type, forKey key: Key
    ) throws -> WithinIfPresent<Limits, Value> {
        WithinIfPresent(wrappedValue: try decodeIfPresent(Within<Limits, Value>.self, forKey: key)?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    package mutating func encode<Limits, Value>(
        _ value: WithinIfPresent<Limits, Value>, forKey key: Key
    ) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
