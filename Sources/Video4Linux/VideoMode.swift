// SPDX-License-Identifier: Apache-2.0

/// A combination of format, size and rate that a camera supports.
package struct VideoMode: Sendable, Hashable {
    /// The pixel format's four characters, such as `YUYV`, `MJPG` or `H264`.
    package let format: String
    /// The picture's width in pixels.
    package let width: Int
    /// The picture's height in pixels.
    package let height: Int
    /// Frames a second, as a fraction: numerator.
    package let rateNumerator: Int
    /// Frames a second, as a fraction: denominator, never 0.
    package let rateDenominator: Int

    /// Describes a mode; see the properties.
    package init(format: String, width: Int, height: Int, rateNumerator: Int, rateDenominator: Int) {
        (self.format, self.width, self.height) = (format, width, height)
        (self.rateNumerator, self.rateDenominator) = (rateNumerator, max(1, rateDenominator))
    }

    /// Frames a second.
    package var rate: Double { Double(rateNumerator) / Double(rateDenominator) }
}
