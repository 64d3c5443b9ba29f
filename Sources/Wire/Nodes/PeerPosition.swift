// SPDX-License-Identifier: Apache-2.0

/// Where the centre of a tag is, seen from the camera; each uncertainty covers the truth in 95 % of cases.
package struct PeerPosition: Codable, Sendable, Equatable {
    /// The distance in metres.
    package var distance: Double
    /// How wrong that may be, in metres.
    package var distanceUncertainty: Double
    /// The angle to the right of the optical axis, in degrees.
    package var azimuth: Double
    /// The angle above the camera's horizontal plane, in degrees.
    package var elevation: Double
    /// The direction with length 1: x to the right, y down, z along the optical axis.
    package var direction: SIMD3<Double>
    /// The angle by which the direction may be wrong, in degrees.
    package var directionUncertainty: Double

    /// A position; see the properties.
    package init(
        distance: Double, distanceUncertainty: Double, azimuth: Double, elevation: Double, direction: SIMD3<Double>,
        directionUncertainty: Double
    ) {
        (self.distance, self.distanceUncertainty) = (distance, distanceUncertainty)
        (self.azimuth, self.elevation, self.direction) = (azimuth, elevation, direction)
        self.directionUncertainty = directionUncertainty
    }
}
