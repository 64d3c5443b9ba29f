// SPDX-License-Identifier: Apache-2.0
import CAprilTag

/// Finds tags of the family tag36h11 in pictures, with libapriltag; for one thread at a time.
package struct TagDetector: ~Copyable {
    /// The most tags of one picture.
    private static let limit = 64
    /// The smallest contrast of a tag's bits that counts.
    ///
    /// Noise makes tags with up to 5, and true ones have 30 even at 80 sides.
    private static let leastMargin: Float = 15

    private let detector: UnsafeMutablePointer<apriltag_detector_t>
    private let family: UnsafeMutablePointer<apriltag_family_t>
    /// The patterns of the tags that were found.
    private var patterns: [Int: TagPattern] = [:]

    /// Makes a detector.
    package init?() {
        guard let family = tag36h11_create(), let detector = apriltag_detector_create() else { return nil }
        // The tags of noise had two corrected bits, the library's default.
        apriltag_detector_add_family_bits(detector, family, 1)
        detector.pointee.nthreads = 1
        // A tag whose bits have the least margin has more contrast; the noise of a sensor has more than the library's 5.
        detector.pointee.qtp.min_white_black_diff = Int32(Self.leastMargin)
        (self.detector, self.family) = (detector, family)
    }

    deinit {
        apriltag_detector_destroy(detector)
        tag36h11_destroy(family)
    }

    /// The tags in the luminance of a picture; none in one with fewer bytes than its size needs.
    ///
    /// - Parameters:
    ///   - stride: the bytes from one line to the next.
    ///   - window: the part of the picture to look at.
    ///   - step: looks for squares in each `step`-th pixel of each `step`-th line; their edges are then found in all pixels.
    package mutating func sightings(
        in luminance: Span<UInt8>, width: Int, height: Int, stride: Int, window: PictureWindow? = nil, step: Int = 1
    ) -> [TagSighting] {
        guard width > 0, height > 0, stride >= width, luminance.count >= stride * (height - 1) + width else {
            return []
        }
        let window = (window ?? PictureWindow(x: 0, y: 0, width: width, height: height)).clamped(width, height)
        // The library crashes on pictures of a few pixels.
        guard window.width >= 16, window.height >= 16 else { return [] }
        detector.pointee.quad_decimate = Float(step)
        return luminance.withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return [] }
            let plane = LuminancePlane(bytes: first, width: width, height: height, stride: stride)
            return find(in: plane, window).map { mended($0, in: plane) }
        }
    }

    private mutating func mended(_ sighting: TagSighting, in plane: LuminancePlane) -> TagSighting {
        if patterns[sighting.tag] == nil { patterns[sighting.tag] = TagPattern(sighting.tag) }
        guard let pattern = patterns[sighting.tag],
            let shift = EdgeShift(sighting, pattern: pattern, in: plane)
        else { return sighting }
        return shift.mended(sighting)
    }

    private func find(in plane: LuminancePlane, _ window: PictureWindow) -> [TagSighting] {
        withUnsafeTemporaryAllocation(of: april_tag.self, capacity: Self.limit) { found in
            let count = april_tag_find(
                detector, plane.bytes + window.y * plane.stride + window.x, Int32(window.width), Int32(window.height),
                Int32(plane.stride), found.baseAddress, Int32(Self.limit))
            return found.prefix(Int(count)).compactMap { tag in
                guard tag.margin >= Self.leastMargin else { return nil }
                let (a, b, c, d) = tag.corners
                let corners = [a, b, c, d].map { SIMD2($0.0 - 0.5, $0.1 - 0.5) }
                return TagSighting(tag: Int(tag.id), corners: corners)
                    .moved(by: SIMD2(Double(window.x), Double(window.y)))
            }
        }
    }
}
