// SPDX-License-Identifier: Apache-2.0
package import Media

/// Consecutive fragments that were received in one way.
package struct FootageStretch: Equatable, Sendable {
    /// The camera's epoch.
    package let epoch: Int
    /// How most of its frames were received.
    package let source: FragmentSource
    /// The capture time of the first frame.
    package let firstTick: Tick
    /// The capture time of the last frame.
    package private(set) var lastTick: Tick
    /// The number of frames.
    package private(set) var frames: Int
    /// The size in bytes.
    package private(set) var byteCount: Int
    private var lastSequence: Int

    init(
        epoch: Int, source: FragmentSource, ticks: ClosedRange<Tick>, frames: Int, byteCount: Int, lastSequence: Int
    ) {
        (self.epoch, self.source, self.firstTick, self.lastTick) = (epoch, source, ticks.lowerBound, ticks.upperBound)
        (self.frames, self.byteCount, self.lastSequence) = (frames, byteCount, lastSequence)
    }

    /// Appends a stretch that directly follows and has the same source; false if it does not.
    mutating func extend(by next: FootageStretch, firstSequence: Int) -> Bool {
        guard (epoch, source, lastSequence + 1) == (next.epoch, next.source, firstSequence) else { return false }
        (lastTick, lastSequence) = (next.lastTick, next.lastSequence)
        frames += next.frames
        byteCount += next.byteCount
        return true
    }
}
