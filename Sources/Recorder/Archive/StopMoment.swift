// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// When a recording was stopped whose camera did not name a last fragment, because it was away.
///
/// Leaves out a frame only if all clocks put it behind the stop: too much of the footage is better than too little.
struct StopMoment: Sendable {
    /// By the media clock of the camera's machine since its last boot; negative if it was before that.
    let tick: Tick
    /// By the camera's clock, in nanoseconds since 1970 UTC.
    let utc: Int64
    /// The camera had reached this position, whatever the clocks say; nil if nothing was heard of it.
    let reached: FootagePosition?

    /// Whether a frame was captured after the stop.
    ///
    /// - Parameter clock: that of the frame's epoch.
    func isBefore(_ frame: FootagePosition, _ clock: EpochClock) -> Bool {
        if let reached, frame <= reached { return false }
        // If the machine has booted since, its media clock began anew, and the fragments of earlier boots have any tick. If not,
        // the tick is exact, and UTC may have stepped.
        if frame.tick <= tick { return false }
        return clock.utc(of: frame.tick) > utc
    }

    /// The most frames of an epoch that were captured behind a tick and before the stop.
    ///
    /// - Parameter interval: the time between two frames, in ticks.
    func frames(behind last: Tick, in clock: EpochClock, interval: Int64) -> Int {
        let heard = reached.flatMap { $0.epoch == clock.epoch ? $0.tick - last : nil }
        let spans = [tick - last, Tick(nanoseconds: utc &- clock.utc(of: last)).rawValue, heard ?? 0]
        return Bounds.Count.clamp(Int(max(0, spans.max() ?? 0) / max(1, interval)) + 1)
    }
}
