// SPDX-License-Identifier: Apache-2.0
import Media
import Viewing

/// A frame of the spool for a still, not yet decoded.
struct FootageFrame: Captured {
    /// The frame, with the earlier ones that a decoder needs.
    let group: FrameGroup
    /// The epoch in which it was captured.
    let epoch: Int
    /// UTC at tick 0 of that epoch, in nanoseconds since 1970.
    let utcAtTickZero: Int64
    /// The camera of that epoch.
    let device: CaptureDevice

    var capturedAt: Int64 { group.shown.tick.nanoseconds }

    /// The encoded frames, and the decoded picture with 12 bits for each pixel.
    var size: Int { group.byteCount + group.format.width * group.format.height * 3 / 2 }

    /// The picture's history, for people and programs that read its metadata.
    var note: String { ExposureMetadata.note(of: group.format.codec) }
}
