// SPDX-License-Identifier: Apache-2.0

/// Fragments of one epoch that a camera's spool no longer holds, or never held.
package struct LostFootage: Codable, Sendable, Equatable {
    /// The first fragment.
    @Within<Bounds.Count, Int> package var firstSequence: Int
    /// The last fragment.
    @Within<Bounds.Count, Int> package var lastSequence: Int
    /// The first fragment's first tick.
    @Within<Bounds.Ticks, Int64> package var firstTick: Int64
    /// The last fragment's last tick.
    @Within<Bounds.Ticks, Int64> package var lastTick: Int64
    /// The frames that the epoch had captured before them.
    @Within<Bounds.Count, Int> package var before: Int
    /// The frames that were captured in their windows.
    @Within<Bounds.Count, Int> package var frames: Int
    /// Why: `trimmed` when no recorder needed them, otherwise a reason of `docs/reference/archive.md`.
    package var reason: String

    /// The reason of footage that was deleted because no recorder needed it.
    package static let trimmed = "trimmed"

    /// Describes a range; see the properties.
    package init(
        sequences: ClosedRange<Int>, ticks: ClosedRange<Int64>, before: Int, frames: Int, reason: String
    ) {
        (firstSequence, lastSequence) = (sequences.lowerBound, sequences.upperBound)
        (firstTick, lastTick) = (ticks.lowerBound, ticks.upperBound)
        (self.before, self.frames, self.reason) = (before, frames, reason)
    }
}
