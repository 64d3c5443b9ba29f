// SPDX-License-Identifier: Apache-2.0
import Foundation
import Nearby
import Wire

/// A camera whose pictures of a tag are computed: the judge that does not use the code under test.
struct SyntheticCamera {
    /// Where a tag is: its centre in metres, and its turns around x, y and z in radians.
    struct Place {
        var centre: SIMD3<Double>
        var turn: SIMD3<Double>

        static func random(_ generator: inout SeededNoise) -> Place {
            let depth = 0.35 + 0.9 * generator.uniform()
            return Place(
                centre: [(generator.uniform() - 0.5) * depth, (generator.uniform() - 0.5) * 0.5 * depth, depth],
                turn: [
                    (generator.uniform() - 0.5) * 1.4, (generator.uniform() - 0.5) * 1.4, generator.uniform() * 6,
                ])
        }
    }

    let lens = Lens(
        width: 1280, height: 720, focalLength: [1003, 1003], centre: [646, 352], distortion: [-0.08, 0])
    let side = 0.1

    /// The tag as the camera sees it, with noise of this standard deviation in pixels.
    func sighting(of place: Place, noise: Double, _ generator: inout SeededNoise) -> TagSighting {
        let corners: [SIMD3<Double>] = [[-0.5, 0.5, 0], [0.5, 0.5, 0], [0.5, -0.5, 0], [-0.5, -0.5, 0]]
        return TagSighting(
            tag: 1,
            corners: corners.map { corner in
                let pixel = pixel(of: turned(corner * side, by: place.turn) + place.centre)
                return pixel + SIMD2(generator.normal(), generator.normal()) * noise
            })
    }

    private func turned(_ point: SIMD3<Double>, by turn: SIMD3<Double>) -> SIMD3<Double> {
        var (x, y, z) = (point.x, point.y, point.z)
        (x, y) = (x * cos(turn.z) - y * sin(turn.z), x * sin(turn.z) + y * cos(turn.z))
        (x, z) = (x * cos(turn.y) + z * sin(turn.y), z * cos(turn.y) - x * sin(turn.y))
        (y, z) = (y * cos(turn.x) - z * sin(turn.x), y * sin(turn.x) + z * cos(turn.x))
        return [x, y, z]
    }

    private func pixel(of point: SIMD3<Double>) -> SIMD2<Double> {
        let (x, y) = (point.x / point.z, point.y / point.z)
        let bend = 1 + lens.distortion.x * (x * x + y * y)
        return [lens.focalLength.x * x * bend + lens.centre.x, lens.focalLength.y * y * bend + lens.centre.y]
    }
}

/// Noise that is the same for each run.
struct SeededNoise {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15
    }

    /// From 0 to 1.
    mutating func uniform() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }

    /// With a mean of 0 and a variance of 1.
    mutating func normal() -> Double {
        (-2 * log(max(uniform(), 1e-300))).squareRoot() * cos(2 * .pi * uniform())
    }
}
