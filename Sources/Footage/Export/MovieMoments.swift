// SPDX-License-Identifier: Apache-2.0
import Media

/// Where the moments of a recording are in the movie of a range, in ticks from its first shown frame.
struct MovieMoments {
    /// The frames of one epoch.
    private struct Stretch {
        let epoch: Int
        /// The tick of the first frame.
        let tick: Tick
        /// When that frame begins in the file.
        let start: Int64
        /// When the last frame of the epoch before ends by its own duration.
        let previousEnd: Int64
    }

    /// The first shown frame; nil without frames.
    private(set) var opening: FootagePosition?
    /// The nominal duration of that frame, in ticks.
    private(set) var interval: Int64 = 0
    /// When the shown part begins in the file.
    private var shownStart: Int64 = 0
    private var stretches: [Stretch] = []
    private var end: Int64 = 0

    /// Adds the next frame of the file, which begins `start` ticks after the first one.
    mutating func add(_ position: FootagePosition, at start: Int64, lasting duration: Int64) {
        if stretches.last?.epoch != position.epoch {
            stretches.append(Stretch(epoch: position.epoch, tick: position.tick, start: start, previousEnd: end))
        }
        end = start.addingSaturating(duration)
        if opening == nil { (opening, interval) = (position, duration) }
    }

    /// Lets the shown part begin with a frame; the first `skipped` ticks of it are not shown.
    mutating func open(_ position: FootagePosition, at start: Int64, lasting duration: Int64, skipping skipped: Int64) {
        (opening, interval, shownStart) = (position, duration, start.addingSaturating(skipped))
    }

    /// When frames begin to be missing; may lie before or behind the shown part.
    func time(of gap: Gap) -> Int64 {
        guard let (stretch, isWithin) = place(of: gap) else { return shownEnd }
        // Between two epochs the last frame stays.
        guard isWithin else { return stretch.previousEnd.subtractingSaturating(shownStart) }
        let time = stretch.start.addingSaturating(gap.firstTick - stretch.tick)
        return max(time, stretch.previousEnd).subtractingSaturating(shownStart)
    }

    /// When frames come again behind a gap: behind its last missing frame, or at the first frame of the next epoch.
    func resumption(after gap: Gap) -> Int64 {
        guard let (stretch, isWithin) = place(of: gap) else { return shownEnd }
        guard isWithin else { return stretch.start.subtractingSaturating(shownStart) }
        let next = gap.lastTick - stretch.tick + (gap.frames > 0 ? max(1, interval) : 0)
        return max(stretch.start.addingSaturating(next), stretch.previousEnd).subtractingSaturating(shownStart)
    }

    /// The first stretch that a gap is not behind, and whether the ticks of that stretch place it; nil behind the last one.
    private func place(of gap: Gap) -> (stretch: Stretch, isWithin: Bool)? {
        stretches.first { $0.epoch >= gap.epoch }.map { ($0, $0.epoch == gap.epoch && !gap.isBetweenEpochs) }
    }

    /// The length of the shown part.
    var shownEnd: Int64 { end.subtractingSaturating(shownStart) }
}
