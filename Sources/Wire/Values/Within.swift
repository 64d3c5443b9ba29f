// SPDX-License-Identifier: Apache-2.0

/// A field of a message whose number must be in a range: `@Within<Bounds.Ticks, Int64> var firstTick: Int64`.
///
/// In JSON it is the bare number. Decoding a number outside the range throws `DecodingError.dataCorrupted`.
@propertyWrapper
package struct Within<Limits: NumberRange, Value: FixedWidthInteger & Codable & Sendable>: Sendable, Hashable {
    /// The number.
    package var wrappedValue: Value

    /// Wraps a number of this program without checking it.
    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Within: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer().decode(Value.self)
        guard let number = Int64(exactly: value), Limits.range.contains(number) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(value) is not from \(Limits.range.lowerBound) to \(Limits.range.upperBound)"))
        }
        wrappedValue = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Within: CustomStringConvertible {
    /// The number as text.
    package var description: String { "\(wrappedValue)" }
}
