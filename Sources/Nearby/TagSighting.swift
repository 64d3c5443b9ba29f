// SPDX-License-Identifier: Apache-2.0

/// A tag of the family tag36h11 in a picture.
package struct TagSighting: Sendable, Equatable {
    /// The tag's number, from 0 to 586.
    package let tag: Int
    /// Its black square's corners in pixels: at the bottom left, the bottom right, the top right and the top left of the upright tag.
    ///
    /// The centre of the picture's first pixel is at 0.
    package let corners: [SIMD2<Double>]

    /// A tag in a picture; see the properties.
    package init(tag: Int, corners: [SIMD2<Double>]) {
        (self.tag, self.corners) = (tag, corners)
    }

    /// The lengths of its sides in pixels.
    var sides: [Double] {
        corners.indices.map { (corners[($0 + 1) % corners.count] - corners[$0]).length }
    }

    /// The length of the shortest side in pixels.
    package var side: Double { sides.min() ?? 0 }

    /// Whether another sighting is of the same tag at the same place.
    package func isSame(as other: TagSighting) -> Bool {
        tag == other.tag && zip(corners, other.corners).allSatisfy { abs($0.x - $1.x) < 2 && abs($0.y - $1.y) < 2 }
    }

    /// The same tag in a picture that contains this one from an offset on.
    func moved(by offset: SIMD2<Double>) -> TagSighting {
        TagSighting(tag: tag, corners: corners.map { $0 + offset })
    }
}
