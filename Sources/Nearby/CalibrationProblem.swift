// SPDX-License-Identifier: Apache-2.0
import Wire

/// What a lens and the poses of a tag have to explain: the corners in all pictures.
///
/// The values are the focal length as a part of the first guess, the centre as parts of the picture's width from its middle, k1, and
/// six for each pose.
struct CalibrationProblem {
    let views: [LensCalibration.View]
    /// The side of the tag in metres.
    let side: Double
    let middle: SIMD2<Double>
    /// The pictures' width in pixels.
    let width: Double

    /// The number of values before the poses.
    private static let lensValues = 4
    /// What is expected of a lens that is not known: the centre within 2 % of the width, and k1 within 0.3.
    ///
    /// The noise in pixels says how much a corner weighs against that.
    private let expected = (noise: 0.3, centre: 0.02, distortion: 0.3)

    /// The number of residuals.
    var residuals: Int { 8 * views.count + views.count { $0.distance != nil } + 3 }

    /// The focal length that the pictures suggest, for an undistorted lens whose axis is in the middle; nil if they suggest none.
    var focalLength: Double? {
        let measured: [Double] = views.compactMap { view in
            guard let distance = view.distance else { return nil }
            return view.sighting.sides.max().map { $0 * distance / side }
        }
        if !measured.isEmpty { return measured.reduce(0, +) / Double(measured.count) }
        // Two equations for 1/f² of each homography: its first two columns are orthogonal, and equally long (Zhang 2000, section 2.3).
        var (above, below) = (0.0, 0.0)
        for view in views {
            let plain = Lens(width: 1, height: 1, focalLength: SIMD2(repeating: width), centre: middle)
            guard let map = Homography(view.sighting.corners.map { plain.ray(through: $0) }) else { continue }
            let (column, row) = (map.column, map.row)
            let scale = 1 / (column.length * row.length)
            let pairs = [
                (column.x * row.x + column.y * row.y, column.z * row.z),
                (
                    (column.x * column.x + column.y * column.y - row.x * row.x - row.y * row.y) / 2,
                    (column.z * column.z - row.z * row.z) / 2
                ),
            ]
            for (flat, deep) in pairs {
                above -= flat * deep * scale * scale
                below += flat * flat * scale * scale
            }
        }
        guard above > 0, below > 0 else { return nil }
        return width / (above / below).squareRoot()
    }

    /// The lens of some values.
    func lens<Values: RandomAccessCollection<Double>>(_ values: Values, start: Lens) -> Lens
    where Values.Index == Int {
        var lens = start
        lens.focalLength *= values[0]
        lens.centre += SIMD2(values[1], values[2]) * width
        lens.distortion.x = values[3]
        return lens
    }

    /// Writes how far the corners of some values are from those that were seen, in pixels.
    func evaluate(
        _ values: UnsafeBufferPointer<Double>, poses: [TagPose.Placed], start: Lens,
        into rest: UnsafeMutableBufferPointer<Double>
    ) {
        let (lens, corners) = (lens(values, start: start), TagPose.corners(side: side))
        var next = 0
        let add = { (value: Double) in
            rest[next] = value
            next += 1
        }
        for (index, view) in views.enumerated() {
            let placed = TagPose.moved(poses[index], by: values, at: Self.lensValues + 6 * index)
            for miss in TagPose.misses(of: placed, corners, view.sighting, lens: lens) {
                add(miss.x)
                add(miss.y)
            }
            guard let distance = view.distance else { continue }
            // A tape measure, held to a lens whose inner point is not seen.
            add((placed.centre.length - distance) / (0.0025 * distance + 0.0025) * expected.noise)
        }
        add(values[1] / expected.centre * expected.noise)
        add(values[2] / expected.centre * expected.noise)
        add(values[3] / expected.distortion * expected.noise)
    }
}
