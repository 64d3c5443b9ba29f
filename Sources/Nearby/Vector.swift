// SPDX-License-Identifier: Apache-2.0

/// A point or direction before the camera, in metres: x to the right, y down, z away from it.
package typealias Vector = SIMD3<Double>

extension SIMD3<Double> {
    /// The length.
    package var length: Double { (self * self).sum().squareRoot() }

    /// The direction, with length 1.
    package var direction: Vector { self / length }

    func dot(_ other: Vector) -> Double { (self * other).sum() }

    func cross(_ other: Vector) -> Vector {
        Vector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}

extension SIMD2<Double> {
    /// The length.
    var length: Double { (self * self).sum().squareRoot() }
}
