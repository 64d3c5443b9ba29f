// SPDX-License-Identifier: Apache-2.0

extension PictureOrientation {
    /// The matrix of a track header that shows a picture of this size upright, with its corner at the origin.
    ///
    /// ISO 14496-12 8.3.2: a point (x, y) is shown at (ax + cy + tx, bx + dy + ty). All values are 16.16, the third column 2.30.
    func matrix(width: Int, height: Int) -> [Int] {
        let (a, b, c, d) =
            switch self {
            case .upright: (1, 0, 0, 1)
            case .clockwise: (0, 1, -1, 0)
            case .reversed: (-1, 0, 0, -1)
            case .anticlockwise: (0, -1, 1, 0)
            case .mirrored: (-1, 0, 0, 1)
            case .mirroredClockwise: (0, -1, -1, 0)
            case .mirroredReversed: (1, 0, 0, -1)
            case .mirroredAnticlockwise: (0, 1, 1, 0)
            }
        // Moves back what the rotation takes to the left and above.
        let (x, y) = (max(0, -a) * width + max(0, -c) * height, max(0, -b) * width + max(0, -d) * height)
        return [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 0x4000_0000]
    }
}
