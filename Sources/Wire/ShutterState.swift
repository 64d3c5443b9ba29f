// SPDX-License-Identifier: Apache-2.0

/// What a camera can take stills from, and what it is taking.
package struct ShutterState: Codable, Sendable, Equatable {
    /// Where the next still comes from; nil while there is nothing to take one from.
    package var source: Still.Source?
    /// The width of such a still in pixels; nil before the first frame.
    @WithinIfPresent<Bounds.Pixels, Int> package var width: Int?
    /// The height of such a still in pixels; nil before the first frame.
    @WithinIfPresent<Bounds.Pixels, Int> package var height: Int?
    /// How many pictures are held in memory.
    @Within<Bounds.Count, Int> package var frames: Int
    /// How many bytes they take.
    @Within<Bounds.Bytes, Int> package var bytes: Int
    /// How far they reach back, in nanoseconds: an older press is clamped.
    @Within<Bounds.Duration, Int64> package var reach: Int64
    /// The jobs that are not over, oldest first.
    package var jobs: [StillJob]
    /// Why the shutter is busy, in words; empty when it is not.
    package var busy: [String]

    /// A shutter with nothing to take and nothing to do.
    package init() {
        (frames, bytes, reach) = (0, 0, 0)
        (jobs, busy) = ([], [])
    }
}
