// SPDX-License-Identifier: Apache-2.0

extension BinaryInteger {
    /// A non-negative number with leading zeros up to this many digits; longer numbers stay whole.
    package func padded(to digits: Int, radix: Int = 10) -> String {
        let text = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
