// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Media

extension Int64 {
    /// The moment of this many nanoseconds since 1970, in UTC to the nearest millisecond (RFC 3339).
    package var moment: String {
        // The style truncates a fraction, which no Double holds exactly, so that it formats whole seconds only.
        let (second, rest) = addingSaturating(500_000).flooredDivision(by: 1_000_000_000)
        let text = Date(timeIntervalSince1970: Double(second)).formatted(Date.ISO8601FormatStyle())
        return "\(text.dropLast()).\((rest / 1_000_000).padded(to: 3))Z"
    }
}
