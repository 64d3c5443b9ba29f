// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import Wire

/// Numbers and moments as text.
enum Format {
    /// A duration in nanoseconds: `1:02:03` or `12.3 s`.
    static func duration(_ nanoseconds: Int64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        if seconds < 60 { return "\(decimal(Double(nanoseconds) / 1e9, 1)) s" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(minutes.padded(to: 2))" : "\(minutes)") + ":\((seconds % 60).padded(to: 2))"
    }

    /// A moment in nanoseconds since 1970, in UTC to the nearest millisecond (RFC 3339).
    static func moment(_ nanoseconds: Int64) -> String { nanoseconds.moment }

    /// Text in a column: padded to a width, and cut with an ellipsis if it is longer.
    static func column(_ text: String, _ width: Int, isRight: Bool = false) -> String {
        let shown = text.count > width ? "\(text.prefix(width - 1))…" : text
        let space = String(repeating: " ", count: width - shown.count)
        return isRight ? space + shown : shown + space
    }

    /// A number with this many digits after the point.
    static func decimal(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }
}
