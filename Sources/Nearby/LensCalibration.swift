// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A lens that was found from pictures of one tag in several poses (Zhang 2000, with radial distortion).
package struct LensCalibration: Sendable, Equatable {
    /// A picture of the tag.
    package struct View: Sendable, Equatable {
        /// The tag in the picture.
        package var sighting: TagSighting
        /// The distance from the camera to the tag's centre in metres, if somebody has measured it.
        package var distance: Double?

        /// A picture; see the properties.
        package init(_ sighting: TagSighting, distance: Double? = nil) {
            (self.sighting, self.distance) = (sighting, distance)
        }
    }

    /// The fewest pictures of a tag at unknown distances.
    package static let fewestViews = 8
    /// The most pictures that are used.
    package static let mostViews = 48
    /// The largest uncertainty of a focal length that is worth keeping.
    private static let worst = 0.05

    /// The lens, with its uncertainty.
    package let lens: Lens
    /// The root of the mean square distance from the seen corners to those of the lens, in pixels.
    package let error: Double
    /// The number of pictures that were used.
    package let views: Int

    /// Finds the lens that shows a tag as it was seen in pictures.
    ///
    /// - Parameters:
    ///   - side: the side of the tag's black square in metres.
    ///   - width: the pictures' width in pixels.
    package init(_ views: [View], side: Double, width: Int, height: Int) throws(LensCalibrationError) {
        let views = Array(views.prefix(Self.mostViews))
        let measured = views.count { $0.distance != nil }
        guard measured > 0 || views.count >= Self.fewestViews else { throw .tooFew(views.count) }
        let middle = SIMD2(Double(width - 1), Double(height - 1)) / 2
        let problem = CalibrationProblem(views: views, side: side, middle: middle, width: Double(width))
        guard let guess = problem.focalLength, guess > Double(width) / 20, guess < Double(width) * 50 else {
            throw .tooAlike(nil)
        }
        let start = Lens(
            width: width, height: height, focalLength: SIMD2(repeating: guess), centre: middle, uncertainty: 1)
        let poses = views.compactMap { TagPose.start($0.sighting, side: side, lens: start) }
        guard poses.count == views.count else { throw .noPose }
        var values = CalibrationProblem.lensStart
        for pose in poses { values += [0, 0, 0, pose.centre.x, pose.centre.y, pose.centre.z] }
        let solution = LeastSquares(from: values, residuals: problem.residuals, rounds: 40) { values, rest in
            problem.evaluate(values, poses: poses, start: start, into: rest)
        }
        guard let solution else { throw .noPose }
        let size = values.count
        error = (solution.cost / Double(4 * views.count)).squareRoot()
        // A tag that was not flat, or moved while it was taken, leaves more.
        guard error < Double(width) / 200 else { throw .notATag(error: error) }
        // The noise of a coordinate, at least what the best pictures have.
        let noise = max(error / 2.0.squareRoot(), 0.08)
        let spread = { (index: Int) in 2 * noise * solution.covariance[index * size + index].squareRoot() }
        var lens = problem.lens(solution.values, start: start)
        lens.uncertainty = spread(0) / solution.values[0]
        lens.centreUncertainty = max(spread(2), spread(3)) * Double(width)
        guard lens.uncertainty < Self.worst, lens.isPossible else { throw .tooAlike(lens.uncertainty) }
        (self.lens, self.views) = (lens, views.count)
    }
}
