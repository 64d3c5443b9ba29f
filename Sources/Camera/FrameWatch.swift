// SPDX-License-Identifier: Apache-2.0
package import Wire

/// Judges, from one look to the next, whether a capture that is said to run still gives frames.
package struct FrameWatch: Sendable {
    private var last: (frames: Int, at: ContinuousClock.Instant)?

    /// A watch that has seen nothing yet.
    package init() {}

    /// Whether the capture is alive.
    ///
    /// A capture that has failed counts as alive: it is being started again already.
    ///
    /// - Parameters:
    ///   - capture: what the capture is doing; nil on a recorder, which has none.
    ///   - frames: how many frames it has given.
    ///   - interval: the time from one look to the next. A capture may give no frame for as long, and for as long as its
    ///     own interval between frames allows.
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
