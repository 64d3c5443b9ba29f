// SPDX-License-Identifier: Apache-2.0

/// How a picture is to be turned to be seen upright: clockwise, after it was mirrored if it is to be.
package enum PictureOrientation: String, Sendable, CaseIterable {
    /// As it is.
    case upright = "0"
    /// By 90° clockwise.
    case clockwise = "90"
    /// Upside down.
    case reversed = "180"
    /// By 270° clockwise.
    case anticlockwise = "270"
    /// Left and right exchanged.
    case mirrored = "mirrored"
    /// Mirrored, then by 90° clockwise.
    case mirroredClockwise = "mirrored-90"
    /// Mirrored, then upside down.
    case mirroredReversed = "mirrored-180"
    /// Mirrored, then by 270° clockwise.
    case mirroredAnticlockwise = "mirrored-270"

    /// The number of EXIF's orientation tag (CIPA DC-008, 4.6.4 A).
    var exif: UInt16 {
        switch self {
        case .upright: 1
        case .mirrored: 2
        case .reversed: 3
        case .mirroredReversed: 4
        case .mirroredAnticlockwise: 5
        case .clockwise: 6
        case .mirroredClockwise: 7
        case .anticlockwise: 8
        }
    }
}
