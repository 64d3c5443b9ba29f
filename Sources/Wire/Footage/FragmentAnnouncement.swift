// SPDX-License-Identifier: Apache-2.0

/// A camera's description of a closed fragment: enough for a recorder to rebuild it, byte for byte.
package struct FragmentAnnouncement: Codable, Sendable, Equatable {
    /// The capture's epoch.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// The fragment's number in its epoch, from 1.
    @Within<Bounds.Count, Int> package var sequence: Int
    /// The segment's number in its epoch, from 1.
    @Within<Bounds.Count, Int> package var segment: Int
    /// The first tick of the segment (1/90,000 s): `tfdt` counts from here.
    @Within<Bounds.Ticks, Int64> package var base: Int64
    /// SHA-256 of the init segment, in hexadecimal.
    package var initDigest: String
    /// `h264` or `jpeg`.
    package var codec: String
    /// The picture's width in pixels.
    @Within<Bounds.Pixels, Int> package var width: Int
    /// The picture's height in pixels.
    @Within<Bounds.Pixels, Int> package var height: Int
    /// The first frame's tick.
    @Within<Bounds.Ticks, Int64> package var firstTick: Int64
    /// The last frame's tick.
    @Within<Bounds.Ticks, Int64> package var lastTick: Int64
    /// The nominal interval in ticks: the duration of a frame that is alone in its fragment.
    @Within<Bounds.Interval, Int64> package var nominalInterval: Int64
    /// The number of frames in it.
    @Within<Bounds.Count, Int> package var frames: Int
    /// Its size in bytes.
    @Within<Bounds.FragmentBytes, Int> package var bytes: Int
    /// SHA-256 of its bytes, in hexadecimal.
    package var sha256: String
    /// Whether it begins with a key frame.
    package var isSync: Bool
    /// Frames captured from its first tick to the next fragment's first tick.
    @Within<Bounds.Count, Int> package var captured: Int
    /// Whether the spool holds it; false when it is only announced.
    package var spooled: Bool
    /// The frames captured in that window that are not in the fragment.
    package var gaps: [GapDescription]
    /// The epoch's id; nil from cameras that keep no accounts.
    package var epochID: String?
    /// The frames that the epoch had captured by the end of that window; a recorder subtracts to find what is missing before it.
    @WithinIfPresent<Bounds.Count, Int> package var total: Int?
    /// The frames that the epoch had captured before this fragment.
    package var before: Int? { total.map { max(0, $0 - captured) } }

    /// Announces a fragment; see the properties.
    package init(
        epoch: Int, sequence: Int, segment: Int, base: Int64, initDigest: String, codec: String, width: Int,
        height: Int, firstTick: Int64, lastTick: Int64, nominalInterval: Int64, frames: Int, bytes: Int,
        sha256: String, isSync: Bool, captured: Int, spooled: Bool, gaps: [GapDescription]
    ) {
        (self.epoch, self.sequence, self.segment, self.base) = (epoch, sequence, segment, base)
        (self.initDigest, self.codec, self.width, self.height) = (initDigest, codec, width, height)
        (self.firstTick, self.lastTick, self.nominalInterval) = (firstTick, lastTick, nominalInterval)
        (self.frames, self.bytes, self.sha256, self.isSync) = (frames, bytes, sha256, isSync)
        (self.captured, self.spooled, self.gaps) = (captured, spooled, gaps)
    }
}
