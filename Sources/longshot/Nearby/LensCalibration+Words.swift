// SPDX-License-Identifier: Apache-2.0
import Nearby
import Wire

extension LensCalibration {
    /// The result for a person.
    var lines: [String] {
        [
            "focal length \(Format.decimal(lens.focalLength.x, 1)) pixels ± \(Format.decimal(lens.uncertainty * 100, 2)) %, "
                + "field of view \(Format.decimal(lens.fieldOfView, 1))°, at \(lens.width)x\(lens.height)",
            "centre \(Format.decimal(lens.centre.x, 1)), \(Format.decimal(lens.centre.y, 1)) "
                + "± \(Format.decimal(lens.centreUncertainty, 1)) pixels, distortion "
                + "\(Format.decimal(lens.distortion.x, 3))",
            "from \(views.counted("picture")); corners are \(Format.decimal(error, 2)) pixels from where the lens has them",
        ]
    }
}
