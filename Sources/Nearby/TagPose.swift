// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Wire

/// Where a tag of known size is before a camera.
package struct TagPose: Sendable {
    /// The tag's centre.
    package let centre: Vector
    /// The tag's axes: to the right and down on the upright tag, and away from who reads it.
    let rotation: Rotation
    /// The covariance of the centre, row by row, if each coordinate of a corner has a variance of one pixel².
    let covariance: [Double]
    /// The root of the mean square distance from the corners that were seen to those of this pose, in pixels.
    package let error: Double

    /// The pose that shows a tag as it was seen; nil if none does.
    ///
    /// Begins with the homography of the corners, and minimizes their squared distances in the picture. A small tag looks almost
    /// alike in two tilts (Schweighofer and Pinz 2006), so both are tried.
    ///
    /// - Parameter side: the side of the tag's black square in metres.
    package init?(_ sighting: TagSighting, side: Double, lens: Lens) {
        guard let start = Self.start(sighting, side: side, lens: lens) else { return nil }
        let first = Self.refined(start, sighting, side: side, lens: lens)
        let other = first.map { Self.mirrored($0.placed) }
            .flatMap { Self.refined($0, sighting, side: side, lens: lens) }
        guard
            let (placed, solution) = [first, other].compactMap(\.self).min(by: { $0.solution.cost < $1.solution.cost })
        else { return nil }
        (rotation, centre) = (placed.rotation, placed.centre)
        covariance = (0..<9).map { solution.covariance[(3 + $0 / 3) * 6 + 3 + $0 % 3] }
        error = (solution.cost / Double(sighting.corners.count)).squareRoot()
        // Nothing that looks like that has the tag's shape: a reflection, or corners that were found wrong.
        guard error <= 0.5 + sighting.side / 50 else { return nil }
    }

    typealias Placed = (rotation: Rotation, centre: Vector)

    /// The corners of a tag at the origin, in the order of a sighting.
    static func corners(side: Double) -> [Vector] {
        let half = side / 2
        return [
            Vector(-half, half, 0), Vector(half, half, 0), Vector(half, -half, 0), Vector(-half, -half, 0),
        ]
    }

    /// The pose of the homography from the tag's plane to the picture.
    static func start(_ sighting: TagSighting, side: Double, lens: Lens) -> Placed? {
        guard side > 0, let map = Homography(sighting.corners.map { lens.ray(through: $0) }) else { return nil }
        let (column, row) = (map.column, map.row)
        let x = column.direction
        let z = x.cross(row).direction
        let scale = side / (column.length * row.length).squareRoot()
        let centre = (map.origin + (column + row) / 2) * scale
        guard centre.z > 0, (0...2).allSatisfy({ centre[$0].isFinite && z[$0].isFinite }) else { return nil }
        return (Rotation(x: x, y: z.cross(x), z: z), centre)
    }

    /// The pose that looks almost alike: its plane is reflected at the line of sight.
    private static func mirrored(_ placed: Placed) -> Placed {
        let (sight, normal) = (placed.centre.direction, placed.rotation.z)
        let reflected = sight * (2 * sight.dot(normal)) - normal
        let axis = normal.cross(reflected)
        let sine = axis.length
        guard sine > 1e-9 else { return placed }
        let angle = atan2(sine, normal.dot(reflected))
        return (Rotation(around: axis / sine * angle).after(placed.rotation), placed.centre)
    }

    private static func refined(
        _ start: Placed, _ sighting: TagSighting, side: Double, lens: Lens
    ) -> (placed: Placed, solution: LeastSquares)? {
        let corners = corners(side: side)
        let solution = LeastSquares(
            from: [0, 0, 0, start.centre.x, start.centre.y, start.centre.z], residuals: 8
        ) { values, rest in
            let misses = misses(of: moved(start, by: values, at: 0), corners, sighting, lens: lens)
            for (index, miss) in misses.enumerated() { (rest[2 * index], rest[2 * index + 1]) = (miss.x, miss.y) }
        }
        guard let solution, solution.values[5] > 0 else { return nil }
        return (moved(start, by: solution.values, at: 0), solution)
    }

    /// The pose of six values that begin at an index: a turn of the first pose, and the centre.
    static func moved<Values: RandomAccessCollection<Double>>(_ start: Placed, by values: Values, at index: Int)
        -> Placed
    where Values.Index == Int {
        let turn = Vector(values[index], values[index + 1], values[index + 2])
        return (
            Rotation(around: turn).after(start.rotation),
            Vector(values[index + 3], values[index + 4], values[index + 5])
        )
    }

    /// How far the corners of a pose are from those that were seen, in pixels.
    static func misses(
        of placed: Placed, _ corners: [Vector], _ sighting: TagSighting, lens: Lens
    ) -> [SIMD2<Double>] {
        zip(corners, sighting.corners).map { corner, seen in
            let point = placed.rotation(corner) + placed.centre
            return point.z > 0 ? lens.pixel(of: point) - seen : SIMD2(repeating: 1e6)
        }
    }
}
