// SPDX-License-Identifier: Apache-2.0

/// Frames that are in nobody's hands, with the reason.
package struct GapDescription: Codable, Sendable, Equatable {
    /// The epoch in which they were lost.
    @Within<Bounds.Sequence, Int> package var epoch: Int
    /// The first lost frame's tick (1/90,000 s).
    @Within<Bounds.Ticks, Int64> package var firstTick: Int64
    /// The last lost frame's tick.
    @Within<Bounds.Ticks, Int64> package var lastTick: Int64
    /// How many frames are lost; 0 when only time passed.
    @Within<Bounds.Count, Int> package var frames: Int
    /// The first fragment that is missing, or in whose window the frames were lost; nil when that is not known.
    @WithinIfPresent<Bounds.Sequence, Int> package var firstSequence: Int?
    /// The last fragment that is missing, or in whose window the frames were lost.
    @WithinIfPresent<Bounds.Sequence, Int> package var lastSequence: Int?
    /// The frames that the epoch had captured before the first missing fragment; nil when no fragment is missing.
    @WithinIfPresent<Bounds.Count, Int> package var before: Int?
    /// Whether more frames than that may be lost, and nobody knows how many: the camera was killed.
    package var isUncounted: Bool?
    /// How many they are at the most, if that is known.
    @WithinIfPresent<Bounds.Count, Int> package var atMost: Int?
    /// Why: one word of a list (`docs/reference/archive.md`), or one that a later version of a camera gave.
    package var reason: String

    /// Whether it is the time between two epochs, which has no ticks of either: their clocks say how much.
    package var isBetweenEpochs: Bool { frames == 0 && firstTick == lastTick }

    /// Describes a gap.
    package init(epoch: Int, firstTick: Int64, lastTick: Int64, frames: Int, reason: String) {
        (self.epoch, self.firstTick, self.lastTick) = (epoch, firstTick, lastTick)
        (self.frames, self.reason) = (frames, reason)
    }
}
