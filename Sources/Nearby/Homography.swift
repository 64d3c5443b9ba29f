// SPDX-License-Identifier: Apache-2.0

/// The map from a square of side 1 to the four points of its picture (Heckbert 1989, section 2.2.3).
struct Homography {
    /// The images of the square's axes, along its upper edge and down its left one, in homogeneous coordinates.
    let (column, row): (Vector, Vector)
    /// The image of its upper left corner.
    let origin: Vector

    /// The map to the corners of a tag, in the order of a sighting; nil if they are not those of a square.
    init?(_ corners: [SIMD2<Double>]) {
        guard corners.count == 4 else { return nil }
        let (a, b, c, d) = (corners[3], corners[2], corners[1], corners[0])
        let (right, down, skew) = (b - c, d - c, a - b + c - d)
        let area = right.x * down.y - right.y * down.x
        guard abs(area) > 1e-12 else { return nil }
        let g = (skew.x * down.y - skew.y * down.x) / area
        let h = (right.x * skew.y - right.y * skew.x) / area
        column = Vector(b.x - a.x + g * b.x, b.y - a.y + g * b.y, g)
        row = Vector(d.x - a.x + h * d.x, d.y - a.y + h * d.y, h)
        origin = Vector(a.x, a.y, 1)
    }

    /// The image of a point of the square.
    func callAsFunction(_ u: Double, _ v: Double) -> SIMD2<Double> {
        let point = column * u + row * v + origin
        return SIMD2(point.x, point.y) / point.z
    }
}
