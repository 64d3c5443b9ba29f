// SPDX-License-Identifier: Apache-2.0

/// Frames that are missing, with the reason.
package struct GapDescription: Codable, Sendable, Equatable {
    /// The epoch in which they were lost.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// The first lost frame's tick (1/90,000 s).
    @Within<Bounds.Ticks, Int64> package var firstTick: Int64
    /// The last lost frame's tick.
    @Within<Bounds.Ticks, Int64> package var lastTick: Int64
    /// The number of lost frames; 0 if only time passed.
    @Within<Bounds.Count, Int> package var frames: Int
    /// The first fragment that is missing, or in whose window the frames were lost; nil when that is not known.
    @WithinIfPresent<Bounds.Sequence, Int> package var firstSequence: Int?
    /// The last fragment that is missing, or in whose window the frames were lost.
    @WithinIfPresent<Bounds.Sequence, Int> package var lastSequence: Int?
    /// The frames that the epoch had captured before the first missing fragment; nil when no fragment is missing.
    @WithinIfPresent<Bounds.Count, Int> package var before: Int?
    /// Whether an unknown number of further frames may be lost, because the camera was killed or the catalog was lost.
    package var isUncounted: Bool?
    /// The largest possible number of those, if it is known.
    @WithinIfPresent<Bounds.Count, Int> package var atMost: Int?
    /// When it begins: nanoseconds since 1970, UTC; nil if that is not known.
    @WithinIfPresent<Bounds.UTC, Int64> package var from: Int64?
    /// When it ends; nil if that is not known.
    @WithinIfPresent<Bounds.UTC, Int64> package var to: Int64?
    /// The reason: a word of the list in `docs/reference/archive.md`, or one of a later version.
    package var reason: String

    /// Whether it is the time between two epochs, whose length only their clocks can tell: it has no ticks.
    package var isBetweenEpochs: Bool { frames == 0 && firstTick == lastTick }

    /// Whether nothing was captured then, so that nothing is missing: the time between two epochs of which nobody lost frames.
    package var isPause: Bool { isBetweenEpochs && isUncounted != true }

    /// Describes a gap.
    package init(epoch: Int, firstTick: Int64, lastTick: Int64, frames: Int, reason: String) {
        (self.epoch, self.firstTick, self.lastTick) = (epoch, firstTick, lastTick)
        (self.frames, self.reason) = (frames, reason)
    }
}
