// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Wire

extension PeerPosition {
    /// The position of a tag; nil if no pose shows it as it was seen.
    ///
    /// - Parameters:
    ///   - side: the side of the tag's black square in metres.
    ///   - sideUncertainty: how wrong that may be, as a part of it.
    ///   - lens: the camera's.
    package init?(_ sighting: TagSighting, side: Double, sideUncertainty: Double = 0, lens: Lens) {
        guard let pose = TagPose(sighting, side: side, lens: lens) else { return nil }
        let (distance, direction) = (pose.centre.length, pose.centre.direction)
        let noise = CornerNoise(side: sighting.side)
        let matrix = pose.covariance
        let spread = { (axis: Vector) in
            var sum = 0.0
            for row in 0..<3 { for column in 0..<3 { sum += axis[row] * matrix[row * 3 + column] * axis[column] } }
            return max(0, sum).squareRoot()
        }
        let aside = direction.cross(abs(direction.y) < 0.9 ? Vector(0, 1, 0) : Vector(1, 0, 0)).direction
        let across = max(spread(aside), spread(direction.cross(aside))) * noise.direction / distance
        let slope = (1 - direction.z * direction.z).squareRoot() * direction.z
        let axis = lens.centreUncertainty / min(lens.focalLength.x, lens.focalLength.y)
        self.init(
            distance: distance,
            distanceUncertainty: together(
                noise.distance * spread(direction), distance * lens.uncertainty, distance * sideUncertainty),
            azimuth: atan2(direction.x, direction.z) * 180 / .pi, elevation: asin(-direction.y) * 180 / .pi,
            direction: direction,
            directionUncertainty: together(across, slope * lens.uncertainty, axis) * 180 / .pi)
    }
}
