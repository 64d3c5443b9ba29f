// SPDX-License-Identifier: Apache-2.0

/// A field of a message that may be left out, and whose number otherwise must be in a range.
///
/// In JSON it is the bare number, or the field is not there. See `Within`.
@propertyWrapper
package struct WithinIfPresent<Limits: NumberRange, Value: FixedWidthInteger & Codable & Sendable>: Sendable, Hashable {
    /// The number; nil if there is none.
    package var wrappedValue: Value?

    /// Wraps a number of this program, which is not checked.
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

// The code that the compiler makes for a message calls these two: without them a field that is left out would be an error,
// and a field without a number would be written as null.

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
