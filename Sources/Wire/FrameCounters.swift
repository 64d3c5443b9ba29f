// SPDX-License-Identifier: Apache-2.0

/// Frames at each station of their way.
///
/// All are equal when nothing is lost.
package struct FrameCounters: Codable, Sendable, Equatable {
    /// Frames that left the camera's source, plus those that its driver says it dropped.
    @Within<Bounds.Total, Int> package var captured = 0
    /// Frames that left the encoder.
    @Within<Bounds.Total, Int> package var encoded = 0
    /// Frames in the camera's spool; nil when nobody has asked the camera.
    @WithinIfPresent<Bounds.Total, Int> package var spooled: Int?
    /// Frames that the live lane brought to the recorder.
    @Within<Bounds.Total, Int> package var received = 0
    /// Frames in the archive, synced and in the catalog.
    @Within<Bounds.Total, Int> package var persisted = 0
    /// Frames of the archive that were fetched from the camera's spool; nil on a camera.
    @WithinIfPresent<Bounds.Total, Int> package var backfilled: Int?
    /// Frames of the archive that came live and were never announced: their camera is gone; nil on a camera.
    @WithinIfPresent<Bounds.Total, Int> package var unconfirmed: Int?
    /// Frames that a decoder gets out of the archive; nil when nobody has looked.
    @WithinIfPresent<Bounds.Total, Int> package var decodable: Int?
    /// Captured frames that are not in the archive.
    @Within<Bounds.Total, Int> package var missing = 0

    /// All zero.
    package init() {}
}
