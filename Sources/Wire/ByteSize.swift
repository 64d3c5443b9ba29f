// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// Sizes as people read them, in units of 1000; the page has the same function in `formats.js`.
package enum ByteSize {
    private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

    /// A size with two or three digits and its unit: `999 B`, `1.5 kB`, `120 MB`.
    package static func text(_ bytes: some BinaryInteger) -> String {
        var (value, unit) = (Double(bytes), 0)
        // 999.5 would be rounded to 1000.
        while value >= 999.5, unit < units.count - 1 {
            (value, unit) = (value / 1_000, unit + 1)
        }
        guard unit > 0, value < 99.95 else { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
