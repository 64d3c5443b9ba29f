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

    /// A size as people type it, which is read back as the same number: `48MB`, `1500kB`, `1234`.
    package static func typed(_ bytes: Int) -> String {
        var (value, unit) = (bytes, 0)
        while value != 0, value % 1_000 == 0, unit < units.count - 1 {
            (value, unit) = (value / 1_000, unit + 1)
        }
        return unit == 0 ? "\(value)" : "\(value)\(units[unit])"
    }

    /// The number of bytes of a size that somebody typed; nil if it is none.
    ///
    /// Units are of 1000 (`kB`, `MB` to `EB`, also without the B) or of 1024 (`KiB` to `EiB`), in any case; a bare number is bytes.
    package static func bytes(of text: some StringProtocol) -> Int? {
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
        var name = text.dropFirst(number.count).drop { $0 == " " }.uppercased()
        let digits = String(number.filter { $0 != "_" })
        guard let value = Double(digits) else { return nil }
        if name.hasSuffix("B") { name.removeLast() }
        var base = 1_000.0
        if name.count == 2, name.hasSuffix("I") {
            name.removeLast()
            base = 1_024
        }
        guard let power = ["", "K", "M", "G", "T", "P", "E"].firstIndex(of: name) else { return nil }
        if power == 0, let whole = Int(digits) { return whole }
        let bytes = (0..<power).reduce(value) { product, _ in product * base }
        return bytes < Double(Int.max) && bytes == bytes.rounded() ? Int(bytes) : nil
    }
}
