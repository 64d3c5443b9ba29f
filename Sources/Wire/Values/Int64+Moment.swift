// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Media

extension Int64 {
    /// The moment of this many nanoseconds since 1970, in UTC to the nearest millisecond (RFC 3339).
    package var moment: String { moment(digits: 3) }

    /// The moment of this many seconds since 1970, in UTC (RFC 3339).
    package var momentOfSeconds: String {
        Date(timeIntervalSince1970: Double(self)).formatted(Date.ISO8601FormatStyle())
    }

    /// The moment of this many nanoseconds since 1970, in UTC, rounded to 1 to 9 digits of a second (RFC 3339).
    package func moment(digits: Int) -> String {
        let unit = (digits..<9).reduce(Int64(1)) { unit, _ in unit * 10 }
        // The style truncates a fraction, which no Double holds exactly, so that it formats whole seconds only.
        let (second, rest) = addingSaturating(unit / 2).flooredDivision(by: 1_000_000_000)
        return "\(second.momentOfSeconds.dropLast()).\((rest / unit).padded(to: digits))Z"
    }
}
