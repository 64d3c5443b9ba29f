// SPDX-License-Identifier: Apache-2.0
package import Media

/// The totals of a recording, from the catalog alone.
package struct RecordingSummary: Equatable, Sendable {
    /// The recording.
    package let recording: Recording
    /// The number of stored fragments.
    package let fragments: Int
    /// The number of frames in them.
    package let frames: Int
    /// Frames captured in their windows.
    package let captured: Int
    /// The number of them received over the live lane.
    package let received: Int
    /// Stored frames that were fetched from the camera's spool.
    package let backfilled: Int
    /// Stored frames that came live and were never announced.
    package let unconfirmed: Int
    /// The size of the recording on disk in bytes.
    package let byteCount: Int
    /// The number of stored gaps.
    package let gaps: Int
    /// Ticks from the first frame to the end of the last one, summed over epochs.
    package let duration: Int64
    /// The first frame.
    package let first: FootagePosition?
    /// When the first frame was captured, in nanoseconds since 1970 UTC; nil if its epoch has no clock.
    package let firstCapturedAt: Int64?
    /// The last frame.
    package let last: FootagePosition?
    /// The width of the latest picture in pixels.
    package let width: Int?
    /// The height of the latest picture in pixels.
    package let height: Int?
    /// The different formats of its pictures, such as `h264 1280x720`: that of each epoch's newest segment, in their order.
    package let formats: [String]
    /// The codec of the latest picture.
    package let codec: Codec?
}
