// SPDX-License-Identifier: Apache-2.0

/// Why no lens was found from pictures of a tag.
package enum LensCalibrationError: Error, Equatable, CustomStringConvertible {
    /// Too few pictures with the tag.
    case tooFew(Int)
    /// The pictures say too little about the focal length; with its uncertainty, as a part of it, if it was found.
    case tooAlike(Double?)
    /// No pose of the tag looks like a picture.
    case noPose
    /// The corners do not fit a flat square; with the distance that is left, in pixels.
    case notATag(error: Double)

    package var description: String {
        switch self {
        case .tooFew(let count):
            "the tag was seen in \(count) different poses, and \(LensCalibration.fewestViews) are needed: move and tilt it more, "
                + "near and far, also at the picture's edges"
        case .tooAlike(let uncertainty):
            "the pictures say too little about the focal length"
                + (uncertainty.map { " (it may be wrong by \(Int(($0 * 100).rounded())) %)" } ?? "")
                + ": tilt the tag by 30 to 45 degrees to all sides, and bring it near"
        case .noPose:
            "no position of a tag looks like one of the pictures: check the size of the tag"
        case .notATag(let error):
            "the tag's corners are \(Int(error.rounded())) pixels from where a flat square has them: glue it to something "
                + "flat, and hold it still for each picture"
        }
    }
}
