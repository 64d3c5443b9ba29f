// SPDX-License-Identifier: Apache-2.0

/// How a picture was exposed, as far as the camera tells.
struct ExposureValues: Sendable, Equatable {
    /// How long, in seconds.
    var seconds: Double?
    /// The sensitivity, as ISO.
    var iso: Int?
    /// The amplification in decibels, where it cannot be told as ISO.
    var gainDecibels: Double?
    /// The f-number.
    var aperture: Double?
    /// The focal length in millimetres.
    var focalLength: Double?
}
