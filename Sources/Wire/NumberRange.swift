// SPDX-License-Identifier: Apache-2.0

/// The numbers that a field of a message may have.
///
/// A range is narrow enough that sums and differences of a few numbers of it, or a product with a constant of this program,
/// fit into 64 bits.
package protocol NumberRange: Sendable {
    /// The smallest and the largest number.
    static var range: ClosedRange<Int64> { get }
}

extension NumberRange {
    /// The number of the range that is nearest to a number.
    package static func clamp<Value: FixedWidthInteger>(_ value: Value) -> Value {
        Value(clamping: min(max(Int64(clamping: value), range.lowerBound), range.upperBound))
    }
}
