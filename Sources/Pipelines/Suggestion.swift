// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Suggests known words for an unknown one.
package enum Suggestion {
    /// The only known word that begins so, or the nearest one, if it is near enough for a typing error: one edit for each four
    /// letters, and one in a shorter word.
    ///
    /// Case and accents are no difference: "kuche" is "Küche".
    package static func closest(to word: String, in known: [String]) -> String? {
        let plain = plain(word)
        let words = known.map { (word: $0, plain: Self.plain($0)) }
        let begun = words.filter { $0.plain.hasPrefix(plain) }
        if word.count > 2, begun.count == 1 { return begun[0].word }
        let limit = max(1, word.count / 4)
        let ranked = words.map { (word: $0.word, distance: distance(plain, $0.plain, atMost: limit)) }
        return ranked.filter { $0.distance <= limit }.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    private static func plain(_ word: String) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The number of letters to add, remove, change or swap (optimal string alignment); `limit + 1` if the lengths differ by more.
    private static func distance(_ left: String, _ right: String, atMost limit: Int) -> Int {
        let (left, right) = (Array(left), Array(right))
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var rows = [Array(0...right.count)]
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(rows[row][column + 1], next[column]) + 1
                best = min(best, rows[row][column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
