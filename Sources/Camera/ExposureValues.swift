// SPDX-License-Identifier: Apache-2.0

/// The exposure of a picture, as far as the camera reports it.
struct ExposureValues: Sendable, Equatable {
    /// A gain in the driver's own steps.
    struct Gain: Sendable, Equatable {
        var value: Int64
        /// The range of the driver.
        var range: ClosedRange<Int64>
    }

    /// The exposure time in seconds.
    var seconds: Double?
    /// The sensitivity, as ISO.
    var iso: Int?
    /// The gain, if it is not known as ISO.
    var gain: Gain?
    /// The f-number.
    var aperture: Double?
    /// The focal length in millimetres.
    var focalLength: Double?
}
