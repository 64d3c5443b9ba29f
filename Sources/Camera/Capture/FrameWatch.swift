// SPDX-License-Identifier: Apache-2.0
package import Wire

/// Detects a capture that reports itself as running but no longer delivers frames.
package struct FrameWatch: Sendable {
    private var last: (frames: Int, at: ContinuousClock.Instant)?

    /// A watch without a first reading.
    package init() {}

    /// Whether the capture is alive.
    ///
    /// A failed capture counts as alive, because it is already being restarted.
    ///
    /// - Parameters:
    ///   - capture: what the capture is doing; nil on a recorder, which has none.
    ///   - frames: the number of frames that it has delivered so far.
    ///   - interval: the time between two calls. A capture may be silent for this long or for `longestSilence`,
    ///     whichever is more.
    package mutating func isAlive(
        _ capture: CaptureState?, frames: Int, at now: ContinuousClock.Instant, interval: Duration
    ) -> Bool {
        guard let capture, capture.phase == .running else {
            last = nil
            return true
        }
        guard let last, last.frames == frames else {
            self.last = (frames, now)
            return true
        }
        return now - last.at < max(interval, .seconds(capture.longestSilence))
    }
}
