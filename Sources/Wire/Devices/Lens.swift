// SPDX-License-Identifier: Apache-2.0

/// How a camera maps directions to pixels: a pinhole with radial distortion, in pictures of one size.
///
/// The model and its names are OpenCV's: `x' = x/z`, `r² = x'² + y'²`, `u = fx · x'(1 + k1 r² + k2 r⁴) + cx`, and so for y. The
/// centre of the first pixel is at 0.
package struct Lens: Codable, Sendable, Equatable {
    /// The pictures' width in pixels.
    package var width: Int
    /// The pictures' height in pixels.
    package var height: Int
    /// fx and fy: the focal length in pixels.
    package var focalLength: SIMD2<Double>
    /// cx and cy: the pixel on the optical axis.
    package var centre: SIMD2<Double>
    /// k1 and k2.
    package var distortion: SIMD2<Double>
    /// How wrong the focal length may be, as a part of it, in 95 % of cases.
    package var uncertainty: Double
    /// How far the pixel on the axis may be from `centre`, in 95 % of cases.
    package var centreUncertainty: Double

    /// A lens; see the properties.
    package init(
        width: Int, height: Int, focalLength: SIMD2<Double>, centre: SIMD2<Double>, distortion: SIMD2<Double> = .zero,
        uncertainty: Double = 0, centreUncertainty: Double = 0
    ) {
        (self.width, self.height, self.focalLength, self.centre) = (width, height, focalLength, centre)
        (self.distortion, self.uncertainty, self.centreUncertainty) = (distortion, uncertainty, centreUncertainty)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        focalLength = try container.decode(SIMD2<Double>.self, forKey: .focalLength)
        centre = try container.decode(SIMD2<Double>.self, forKey: .centre)
        distortion = try container.decodeIfPresent(SIMD2<Double>.self, forKey: .distortion) ?? .zero
        uncertainty = try container.decodeIfPresent(Double.self, forKey: .uncertainty) ?? 0
        centreUncertainty = try container.decodeIfPresent(Double.self, forKey: .centreUncertainty) ?? 0
        guard isPossible else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "no lens has these numbers"))
        }
    }

    /// Whether a lens can have these numbers.
    package var isPossible: Bool {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else { return false }
        let span = Double(max(width, height))
        return (0...1).contains(uncertainty) && (0...span).contains(centreUncertainty)
            && (0...1).allSatisfy { axis in
                (span / 20...span * 100).contains(focalLength[axis]) && (-span...2 * span).contains(centre[axis])
                    && abs(distortion[axis]) <= 10
            }
    }
}
