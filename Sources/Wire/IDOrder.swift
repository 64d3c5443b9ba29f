// SPDX-License-Identifier: Apache-2.0

/// The order of ids that are made of parts with hyphens between them, such as those of stills.
///
/// Parts are compared one by one, a shorter one first: so number 10000 comes behind 9999, although the text does not.
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

    /// How many characters are left of the part at an index.
    private static func restOfPart(_ id: String.UTF8View, _ index: String.UTF8View.Index) -> Int {
        id[index...].prefix { $0 != UInt8(ascii: "-") }.count
    }
}
