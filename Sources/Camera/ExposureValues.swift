// SPDX-License-Identifier: Apache-2.0

/// How a picture was exposed, as far as the camera tells.
struct ExposureValues: Sendable, Equatable {
    /// An amplification in steps that only the driver knows the meaning of.
    struct Gain: Sendable, Equatable {
        /// As it is.
        var value: Int64
        /// What the camera can do.
        var range: ClosedRange<Int64>
    }

    /// How long, in seconds.
    var seconds: Double?
    /// The sensitivity, as ISO.
    var iso: Int?
    /// The amplification, where it cannot be told as ISO.
    var gain: Gain?
    /// The f-number.
    var aperture: Double?
    /// The focal length in millimetres.
    var focalLength: Double?
}
