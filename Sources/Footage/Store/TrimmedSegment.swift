// SPDX-License-Identifier: Apache-2.0
package import Media

/// A segment that was deleted to free space.
package struct TrimmedSegment: Equatable, Sendable {
    /// The deleted file.
    package let segment: StoredSegment
    /// Its first fragment.
    package let first: FragmentID
    /// Its last fragment.
    package let last: FragmentID
    /// The capture time of its first frame.
    package let firstTick: Tick
    /// The capture time of its last frame.
    package let lastTick: Tick
    /// The number of its frames.
    package let frames: Int
    /// The frames that the epoch had captured before it; nil without an account.
    package var before: Int?
    /// The frames that the epoch had captured by its end; nil without an account.
    package var total: Int?

    /// The ticks from its first frame to its last one.
    var ticks: Int64 { lastTick - firstTick }
}
