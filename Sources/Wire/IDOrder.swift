// SPDX-License-Identifier: Apache-2.0

/// The order of ids whose parts are separated by hyphens, such as those of stills.
///
/// Compares part by part, a shorter part first, so that 10000 comes after 9999.
package enum IDOrder {
    /// Whether an id comes before another.
    package static func precedes(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        var (left, right) = (one.startIndex, other.startIndex)
        while left < one.endIndex, right < other.endIndex, one[left] == other[right] {
            (left, right) = (one.index(after: left), other.index(after: right))
        }
        let (rest, otherRest) = (restOfPart(one, left), restOfPart(other, right))
        if rest != otherRest { return rest < otherRest }
        guard right < other.endIndex else { return false }
        return left == one.endIndex || one[left] < other[right]
    }

    /// The number of characters left of the part at an index.
    private static func restOfPart(_ id: String.UTF8View, _ index: String.UTF8View.Index) -> Int {
        id[index...].prefix { $0 != UInt8(ascii: "-") }.count
    }
}
