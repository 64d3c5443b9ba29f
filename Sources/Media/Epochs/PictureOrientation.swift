// SPDX-License-Identifier: Apache-2.0

/// The rotation that shows a picture upright: clockwise, after mirroring if any.
package enum PictureOrientation: String, Sendable, CaseIterable {
    /// No rotation.
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
    package var exif: UInt16 {
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
