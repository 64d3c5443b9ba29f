// SPDX-License-Identifier: Apache-2.0

extension Int {
    /// The number with what it counts: `1 frame`, `2 frames`.
    ///
    /// - Parameters:
    ///   - one: the noun in the singular.
    ///   - many: the noun in the plural; without it, the singular and an s.
    package func counted(_ one: String, _ many: String? = nil) -> String {
        self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")"
    }
}
