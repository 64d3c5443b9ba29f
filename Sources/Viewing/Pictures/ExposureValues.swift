// SPDX-License-Identifier: Apache-2.0

/// The exposure of a picture, as far as the camera reports it.
package struct ExposureValues: Sendable, Equatable {
    /// A gain in the driver's own steps.
    package struct Gain: Sendable, Equatable {
        package var value: Int64
        /// The range of the driver.
        package var range: ClosedRange<Int64>

        /// A gain in a range.
        package init(value: Int64, range: ClosedRange<Int64>) { (self.value, self.range) = (value, range) }
    }

    /// The exposure time in seconds.
    package var seconds: Double?
    /// The sensitivity, as ISO.
    package var iso: Int?
    /// The gain, if it is not known as ISO.
    package var gain: Gain?
    /// The f-number.
    package var aperture: Double?
    /// The focal length in millimetres.
    package var focalLength: Double?

    /// What is not given is unknown.
    package init(
        seconds: Double? = nil, iso: Int? = nil, gain: Gain? = nil, aperture: Double? = nil, focalLength: Double? = nil
    ) {
        (self.seconds, self.iso, self.gain) = (seconds, iso, gain)
        (self.aperture, self.focalLength) = (aperture, focalLength)
    }
}
