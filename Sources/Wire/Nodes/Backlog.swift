// SPDX-License-Identifier: Apache-2.0

/// The part of a recording that is on the camera and not yet in the archive, while the recorder fetches it.
package struct Backlog: Codable, Sendable, Equatable {
    /// The number of fragments.
    @Within<Bounds.Count, Int> package var fragments: Int
    /// Their size in bytes.
    @Within<Bounds.Bytes, Int64> package var bytes: Int64
    /// Their duration in nanoseconds.
    @Within<Bounds.Duration, Int64> package var duration: Int64
    /// The epoch of the next fragment to fetch.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// The number of that fragment.
    @Within<Bounds.Sequence, Int> package var sequence: Int
    /// The time left at the rate so far, in seconds; nil while it is not known.
    @WithinIfPresent<Bounds.Seconds, Int> package var secondsLeft: Int?

    /// Describes a backlog.
    package init(fragments: Int, bytes: Int64, duration: Int64, epoch: Int, sequence: Int, secondsLeft: Int?) {
        (self.fragments, self.bytes, self.duration) = (fragments, bytes, duration)
        (self.epoch, self.sequence, self.secondsLeft) = (epoch, sequence, secondsLeft)
    }
}
