// SPDX-License-Identifier: Apache-2.0

/// How far the corners of a tag that is found are from its true ones, in pixels, for bounds that hold in 95 % of cases.
///
/// Measured on rendered pictures (`scripts/test-nearby --long`): with linear light the bounds hold in 95 % and are not twice too large.
/// With the gamma of cameras they hold in 80 % for tags below 40 pixels, whose edges are mended less well, and in 95 % above.
struct CornerNoise {
    /// For the distance.
    let distance: Double
    /// For the direction.
    let direction: Double

    /// - Parameter side: the tag's shortest side in pixels.
    init(side: Double) {
        // Cells of less than five pixels run into each other.
        let small = min(max((44 - side) / 10, 0), 1)
        let smallest = min(max((22 - side) / 6, 0), 1)
        // The lens bends the long edges of a near tag.
        let large = min(max((side - 100) / 100, 0), 2)
        distance = 0.2 + 0.1 * small + 0.25 * smallest + 0.06 * large
        direction = 0.22 + 0.28 * large + 0.2 * smallest
    }
}
