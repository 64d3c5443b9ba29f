// SPDX-License-Identifier: Apache-2.0

/// What of a recording is on the camera and not yet in the archive, while it is being fetched.
package struct Backlog: Codable, Sendable, Equatable {
    /// How many fragments.
    @Within<Bounds.Count, Int> package var fragments: Int
    /// How many bytes.
    @Within<Bounds.Bytes, Int64> package var bytes: Int64
    /// How much video that is, in nanoseconds.
    @Within<Bounds.Duration, Int64> package var duration: Int64
    /// The epoch of the fragment that comes next.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// That fragment's number.
    @Within<Bounds.Sequence, Int> package var sequence: Int
    /// How long it will take at the rate so far, in seconds; nil while nobody can know.
    @WithinIfPresent<Bounds.Seconds, Int> package var secondsLeft: Int?

    /// Describes a backlog.
    package init(fragments: Int, bytes: Int64, duration: Int64, epoch: Int, sequence: Int, secondsLeft: Int?) {
        (self.fragments, self.bytes, self.duration) = (fragments, bytes, duration)
        (self.epoch, self.sequence, self.secondsLeft) = (epoch, sequence, secondsLeft)
    }
}
