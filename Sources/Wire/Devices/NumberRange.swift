// SPDX-License-Identifier: Apache-2.0

/// The range of a number in a message.
///
/// A range is narrow enough that sums and differences of a few of its numbers, or a product with a constant of this program, fit
/// into 64 bits.
package protocol NumberRange: Sendable {
    /// The smallest and the largest number.
    static var range: ClosedRange<Int64> { get }
}

extension NumberRange {
    /// Returns the nearest number of the range.
    package static func clamp<Value: FixedWidthInteger>(_ value: Value) -> Value {
        Value(clamping: min(max(Int64(clamping: value), range.lowerBound), range.upperBound))
    }
}
