// SPDX-License-Identifier: Apache-2.0
package import Media

/// Consecutive fragments of one format that were received in one way.
package struct FootageStretch: Equatable, Sendable {
    /// The camera's epoch.
    package let epoch: Int
    /// How its frames were received; of very many segments the older ones count as a whole.
    package let source: FragmentSource
    /// The capture time of the first frame.
    package let firstTick: Tick
    /// The capture time of the last frame.
    package private(set) var lastTick: Tick
    /// The number of frames.
    package private(set) var frames: Int
    /// The size in bytes.
    package private(set) var byteCount: Int
    /// SHA-256 of the init segment for its format; a movie holds one format.
    package let format: Digest
    /// The picture's width in pixels.
    package let width: Int
    /// The picture's height in pixels.
    package let height: Int
    /// The codec.
    package let codec: Codec
    private var lastSequence: Int

    init(
        epoch: Int, source: FragmentSource, ticks: ClosedRange<Tick>, frames: Int, byteCount: Int, lastSequence: Int,
        format: Digest, width: Int, height: Int, codec: Codec
    ) {
        (self.epoch, self.source, self.firstTick, self.lastTick) = (epoch, source, ticks.lowerBound, ticks.upperBound)
        (self.frames, self.byteCount, self.lastSequence) = (frames, byteCount, lastSequence)
        (self.format, self.width, self.height, self.codec) = (format, width, height, codec)
    }

    /// Appends a stretch that directly follows and has the same source and format; false if it does not.
    mutating func extend(by next: FootageStretch, firstSequence: Int) -> Bool {
        guard (epoch, source, lastSequence + 1, format) == (next.epoch, next.source, firstSequence, next.format) else {
            return false
        }
        (lastTick, lastSequence) = (next.lastTick, next.lastSequence)
        frames += next.frames
        byteCount += next.byteCount
        return true
    }
}
