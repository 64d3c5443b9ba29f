// SPDX-License-Identifier: Apache-2.0

extension BinaryInteger {
    /// The number, which is not negative, with zeros in front of it up to so many digits; longer numbers stay whole.
    package func padded(to digits: Int, radix: Int = 10) -> String {
        let text = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
