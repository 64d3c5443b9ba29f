// SPDX-License-Identifier: Apache-2.0

/// The order of ids whose parts are separated by hyphens, such as those of stills.
///
/// Compares part by part, a shorter part first, so that 10000 comes after 9999.
package enum IDOrder {
    /// Whether an id comes before another.
    package static func precedes(_ one: String, _ other: String) -> Bool {
        precedes(one.utf8.span, other.utf8.span)
    }

    /// Whether an id comes before another, both as UTF-8.
    package static func precedes(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        var index = 0
        while index < one.count, index < other.count, one[index] == other[index] { index += 1 }
        let (rest, otherRest) = (restOfPart(one, index), restOfPart(other, index))
        if rest != otherRest { return rest < otherRest }
        guard index < other.count else { return false }
        return index == one.count || one[index] < other[index]
    }

    /// The number of characters left of the part at an index.
    private static func restOfPart(_ id: Span<UInt8>, _ index: Int) -> Int {
        var end = index
        while end < id.count, id[end] != UInt8(ascii: "-") { end += 1 }
        return end - index
    }
}
