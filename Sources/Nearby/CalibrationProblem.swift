// SPDX-License-Identifier: Apache-2.0
import Wire

/// What a lens and the poses of a tag have to explain: the corners in all pictures.
///
/// The values are fx as a part of the first guess, by how much fy is larger as a part of it, the centre as parts of the picture's width
/// from its middle, k1, k2, and six for each pose.
struct CalibrationProblem {
    let views: [LensCalibration.View]
    /// The side of the tag in metres.
    let side: Double
    let middle: SIMD2<Double>
    /// The pictures' width in pixels.
    let width: Double

    /// The number of values before the poses.
    private static let lensValues = lensStart.count
    /// The values of a lens as it is guessed first.
    static let lensStart = [1.0, 0, 0, 0, 0, 0]
    /// What is expected of those values: square pixels within 0.5 %, the centre within 2 % of the width, k1 and k2 within 0.3.
    private static let expected = [nil, 0.005, 0.02, 0.02, 0.3, 0.3]
    /// The noise of a corner in pixels that is weighed against what is expected.
    private let noise = 0.3

    /// The number of residuals.
    var residuals: Int {
        8 * views.count + views.count { $0.distance != nil } + Self.expected.count { $0 != nil }
    }

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
        lens.focalLength *= values[0] * SIMD2(1, 1 + values[1])
        lens.centre += SIMD2(values[2], values[3]) * width
        lens.distortion = SIMD2(values[4], values[5])
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
            add((placed.centre.length - distance) / (0.0025 * distance + 0.0025) * noise)
        }
        for (value, expected) in zip(values, Self.expected) {
            if let expected { add(value / expected * noise) }
        }
    }
}
