// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A part of a picture, in pixels.
package struct PictureWindow: Sendable, Equatable {
    package var (x, y, width, height): (Int, Int, Int, Int)

    /// A part; see the properties.
    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest part that contains points, with a margin on all sides.
    init(around points: [SIMD2<Double>], margin: Double) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (left, top) = ((xs.min() ?? 0) - margin, (ys.min() ?? 0) - margin)
        x = Int(left.rounded(.down))
        y = Int(top.rounded(.down))
        width = Int(((xs.max() ?? 0) + margin - left).rounded(.up))
        height = Int(((ys.max() ?? 0) + margin - top).rounded(.up))
    }

    /// The part of it inside a picture.
    func clamped(_ width: Int, _ height: Int) -> PictureWindow {
        let (left, top) = (min(max(x, 0), width), min(max(y, 0), height))
        return PictureWindow(
            x: left, y: top, width: max(0, min(x + self.width, width) - left),
            height: max(0, min(y + self.height, height) - top))
    }
}
