// SPDX-License-Identifier: Apache-2.0

/// The quality of live video in the last second, measured at its receiver.
package struct LiveStatistics: Codable, Sendable, Equatable {
    /// Received bits of video, without packet headers.
    @Within<Bounds.Count, Int> package var bitsPerSecond: Int
    /// Frames that arrived whole.
    @Within<Bounds.Count, Int> package var frames: Int
    /// Packets that never arrived, not even by retransmission; 0 over TCP.
    @Within<Bounds.Count, Int> package var lost: Int
    /// Packets that arrived by retransmission.
    @Within<Bounds.Count, Int> package var repeated: Int
    /// Packets that arrived too late to be used.
    @Within<Bounds.Count, Int> package var late: Int
    /// The jitter of packet arrival: the mean deviation, in nanoseconds (RFC 3550 section 6.4.1).
    @Within<Bounds.Duration, Int64> package var jitter: Int64
    /// The time from a retransmission request to the packet, in nanoseconds; nil if none was requested.
    @WithinIfPresent<Bounds.Duration, Int64> package var roundTrip: Int64?
    /// The median latency from capture to receiver, in nanoseconds; nil while the clocks' offset is not known.
    @WithinIfPresent<Bounds.Difference, Int64> package var latency: Int64?
    /// The 99th percentile of that latency, in nanoseconds.
    @WithinIfPresent<Bounds.Difference, Int64> package var slowest: Int64?

    /// Describes one second.
    package init(
        bitsPerSecond: Int, frames: Int, lost: Int, repeated: Int, late: Int, jitter: Int64, roundTrip: Int64?,
        latency: Int64?, slowest: Int64?
    ) {
        (self.bitsPerSecond, self.frames, self.lost, self.repeated) = (bitsPerSecond, frames, lost, repeated)
        (self.late, self.jitter, self.roundTrip) = (late, jitter, roundTrip)
        (self.latency, self.slowest) = (latency, slowest)
    }
}
