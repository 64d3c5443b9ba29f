// SPDX-License-Identifier: Apache-2.0

/// How live video was in the last second, at its receiver.
package struct LiveStatistics: Codable, Sendable, Equatable {
    /// Bits of video that came, without what carries them.
    @Within<Bounds.Count, Int> package var bitsPerSecond: Int
    /// Frames that came whole.
    @Within<Bounds.Count, Int> package var frames: Int
    /// Packets that did not come, not even when they were asked for again; over TCP there are none.
    @Within<Bounds.Count, Int> package var lost: Int
    /// Packets that came because they were asked for again.
    @Within<Bounds.Count, Int> package var repeated: Int
    /// Packets that came too late to be of use.
    @Within<Bounds.Count, Int> package var late: Int
    /// How unevenly packets come: the mean deviation, in nanoseconds (RFC 3550 section 6.4.1).
    @Within<Bounds.Duration, Int64> package var jitter: Int64
    /// From asking for a packet again to having it, in nanoseconds; nil while none was asked for.
    @WithinIfPresent<Bounds.Duration, Int64> package var roundTrip: Int64?
    /// From capture to receiver, the middle of the frames, in nanoseconds; nil while the clocks' offset is not known.
    @WithinIfPresent<Bounds.Difference, Int64> package var latency: Int64?
    /// From capture to receiver, of the slowest frame of a hundred, in nanoseconds.
    @WithinIfPresent<Bounds.Difference, Int64> package var slowest: Int64?

    /// Describes a second.
    package init(
        bitsPerSecond: Int, frames: Int, lost: Int, repeated: Int, late: Int, jitter: Int64, roundTrip: Int64?,
        latency: Int64?, slowest: Int64?
    ) {
        (self.bitsPerSecond, self.frames, self.lost, self.repeated) = (bitsPerSecond, frames, lost, repeated)
        (self.late, self.jitter, self.roundTrip) = (late, jitter, roundTrip)
        (self.latency, self.slowest) = (latency, slowest)
    }
}
