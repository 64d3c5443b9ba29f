// SPDX-License-Identifier: Apache-2.0

/// The source of a camera's stills, and the jobs in progress.
package struct ShutterState: Codable, Sendable, Equatable {
    /// The source of the next still; nil if there is none.
    package var source: Still.Source?
    /// The width of such a still in pixels; nil before the first frame.
    @WithinIfPresent<Bounds.Pixels, Int> package var width: Int?
    /// The height of such a still in pixels; nil before the first frame.
    @WithinIfPresent<Bounds.Pixels, Int> package var height: Int?
    /// The number of pictures held in memory.
    @Within<Bounds.Count, Int> package var frames: Int
    /// Their size in bytes.
    @Within<Bounds.Bytes, Int> package var bytes: Int
    /// How far they reach back, in nanoseconds: an older press is clamped.
    @Within<Bounds.Duration, Int64> package var reach: Int64
    /// The jobs that are not over, oldest first.
    package var jobs: [StillJob]
    /// Why the shutter is busy, in words; empty when it is not.
    package var busy: [String]

    /// A shutter without a source and without jobs.
    package init() {
        (frames, bytes, reach) = (0, 0, 0)
        (jobs, busy) = ([], [])
    }
}
