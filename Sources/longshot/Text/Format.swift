// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import Wire

/// Numbers and moments as text.
enum Format {
    /// A duration in nanoseconds: `1:02:03`, `12.3 s`, or `15 ms` for what would be 0.0 s; from one second on it is cut, like on the
    /// page.
    static func duration(_ nanoseconds: Int64) -> String {
        if (500_000..<50_000_000).contains(nanoseconds) { return "\(decimal(Double(nanoseconds) / 1e6, 0)) ms" }
        let seconds = nanoseconds / 1_000_000_000
        if seconds < 1 { return "\(decimal(Double(nanoseconds) / 1e9, 1)) s" }
        if seconds < 60 { return "\(decimal(Double(nanoseconds / 100_000_000) / 10, 1)) s" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(minutes.padded(to: 2))" : "\(minutes)") + ":\((seconds % 60).padded(to: 2))"
    }

    /// A delay in nanoseconds, which may be negative: below a second in milliseconds with a tenth.
    static func delay(_ nanoseconds: Int64) -> String {
        guard nanoseconds.magnitude >= 1_000_000_000 else { return "\(decimal(Double(nanoseconds) / 1e6, 1)) ms" }
        return (nanoseconds < 0 ? "-" : "") + duration(Int64(clamping: nanoseconds.magnitude))
    }

    /// A moment in nanoseconds since 1970, in UTC to the nearest millisecond (RFC 3339).
    static func moment(_ nanoseconds: Int64) -> String { nanoseconds.moment }

    /// Text in a column: padded to a width, and cut with an ellipsis if it is longer.
    static func column(_ text: String, _ width: Int, isRight: Bool = false) -> String {
        let shown = text.count > width ? "\(text.prefix(width - 1))…" : text
        let space = String(repeating: " ", count: width - shown.count)
        return isRight ? space + shown : shown + space
    }

    /// Text in lines of at most this width, broken between words, with this many spaces before all but the first.
    ///
    /// A command in backticks stays in one piece, so that it can be copied, and a word that is longer than a line stays whole.
    static func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
        var pieces: [String] = []
        var isOpen = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            // Spaces at the beginning, and what follows a backtick, belong to the piece before.
            if isOpen || pieces.last?.allSatisfy({ $0 == " " }) == true {
                pieces[pieces.count - 1] += " \(word)"
            } else {
                pieces.append(String(word))
            }
            if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isOpen.toggle() }
        }
        var lines: [String] = []
        for piece in pieces {
            if let line = lines.last, line.count + 1 + piece.count <= width {
                lines[lines.count - 1] += " \(piece)"
            } else {
                lines.append(lines.isEmpty ? piece : String(repeating: " ", count: indent) + piece)
            }
        }
        return lines
    }

    /// A number with this many digits after the point.
    static func decimal(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }
}
