// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A rotation, as the images of the three axes.
struct Rotation {
    let (x, y, z): (Vector, Vector, Vector)

    init(x: Vector, y: Vector, z: Vector) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// A turn around a vector by its length in radians (Rodrigues' formula).
    init(around vector: Vector) {
        let angle = vector.length
        guard angle > 1e-12 else {
            (x, y, z) = (Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1))
            return
        }
        let axis = vector / angle
        let turn = { (v: Vector) in v * cos(angle) + axis.cross(v) * sin(angle) + axis * axis.dot(v) * (1 - cos(angle))
        }
        (x, y, z) = (turn(Vector(1, 0, 0)), turn(Vector(0, 1, 0)), turn(Vector(0, 0, 1)))
    }

    /// The image of a vector.
    func callAsFunction(_ vector: Vector) -> Vector { x * vector.x + y * vector.y + z * vector.z }

    /// First `first`, then this one.
    func after(_ first: Rotation) -> Rotation { Rotation(x: self(first.x), y: self(first.y), z: self(first.z)) }
}
