// SPDX-License-Identifier: Apache-2.0

/// The number of frames at each stage from the camera to the archive.
///
/// All are equal if no frame is lost.
package struct FrameCounters: Codable, Sendable, Equatable {
    /// Frames that left the camera's source, plus those that its driver says it dropped.
    @Within<Bounds.Total, Int> package var captured = 0
    /// Frames that left the encoder.
    @Within<Bounds.Total, Int> package var encoded = 0
    /// Frames in the camera's spool; nil if the camera was not asked.
    @WithinIfPresent<Bounds.Total, Int> package var spooled: Int?
    /// Frames that the recorder received over the live lane.
    @Within<Bounds.Total, Int> package var received = 0
    /// Frames in the archive, synced and in the catalog.
    @Within<Bounds.Total, Int> package var persisted = 0
    /// Frames of the archive that were fetched from the camera's spool; nil on a camera.
    @WithinIfPresent<Bounds.Total, Int> package var backfilled: Int?
    /// Frames of the archive that came live and were never announced, because their camera is gone; nil on a camera.
    @WithinIfPresent<Bounds.Total, Int> package var unconfirmed: Int?
    /// Frames that a decoder reads from the archive; nil if that was not checked.
    @WithinIfPresent<Bounds.Total, Int> package var decodable: Int?
    /// Captured frames that are not in the archive.
    ///
    /// A camera counts the captured frames that none of its fragments has.
    @Within<Bounds.Total, Int> package var missing = 0

    /// Whether the camera's program was killed before this run of it, so that the frames after its last fragment were not counted;
    /// nil if not, and on a recorder, whose gaps say so.
    package var isUncounted: Bool?
    /// The most frames that were not counted then; nil if no limit is known, and on a recorder.
    @WithinIfPresent<Bounds.Count, Int> package var atMost: Int?

    /// All counters are zero.
    package init() {}
}
