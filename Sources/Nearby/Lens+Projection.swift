// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Wire

extension Lens {
    /// The lens of a camera of which nothing is known: most webcams and phones have a field of view of 55 to 80 degrees.
    package static func guessed(width: Int, height: Int) -> Lens {
        Lens(width: width, height: height, fieldOfView: 65, uncertainty: 0.25)
    }

    /// A lens whose horizontal field of view a data sheet states, in degrees.
    package static func stated(width: Int, height: Int, fieldOfView: Double) -> Lens {
        Lens(width: width, height: height, fieldOfView: fieldOfView, uncertainty: 0.05)
    }

    /// A lens of which only the horizontal field of view is known, in degrees.
    private init(width: Int, height: Int, fieldOfView: Double, uncertainty: Double) {
        let focalLength = Double(width) / 2 / tan(fieldOfView * .pi / 360)
        self.init(
            width: width, height: height, focalLength: SIMD2(repeating: focalLength),
            centre: SIMD2(Double(width - 1), Double(height - 1)) / 2, uncertainty: uncertainty,
            centreUncertainty: Double(width) / 50)
    }

    /// The horizontal field of view in degrees.
    package var fieldOfView: Double { 2 * atan(Double(width) / 2 / focalLength.x) * 180 / .pi }

    /// The same lens in pictures of another size, which show the same scene.
    package func scaled(width: Int, height: Int) -> Lens {
        let scale = SIMD2(Double(width) / Double(self.width), Double(height) / Double(self.height))
        var lens = self
        (lens.width, lens.height) = (width, height)
        lens.focalLength *= scale
        lens.centre = (centre + 0.5) * scale - 0.5
        lens.centreUncertainty *= max(scale.x, scale.y)
        return lens
    }

    /// The pixel that shows a point before the camera.
    func pixel(of point: Vector) -> SIMD2<Double> {
        let flat = SIMD2(point.x, point.y) / point.z
        let square = (flat * flat).sum()
        return focalLength * (flat * (1 + distortion.x * square + distortion.y * square * square)) + centre
    }

    /// The point that a pixel shows, on the plane with z = 1.
    func ray(through pixel: SIMD2<Double>) -> SIMD2<Double> {
        let seen = (pixel - centre) / focalLength
        // A fixed point: converges while the distortion is less than the picture.
        var flat = seen
        for _ in 0..<20 {
            let square = (flat * flat).sum()
            flat = seen / max(0.1, 1 + distortion.x * square + distortion.y * square * square)
        }
        return flat
    }
}
