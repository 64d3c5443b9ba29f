// SPDX-License-Identifier: Apache-2.0
import Media

/// Where the moments of a recording are in the movie of a range, in ticks from its first shown frame.
struct MovieMoments {
    /// The frames of one epoch.
    private struct Stretch {
        let epoch: Int
        /// The tick of the first frame.
        let tick: Tick
        /// The tick of the last frame, and how long that lasts.
        var last: Tick
        var duration: Int64
        /// When that frame begins in the file.
        let start: Int64
        /// When the last frame of the epoch before ends by its own duration.
        let previousEnd: Int64
    }

    private let clocks: EpochClocks
    /// The first shown frame; nil without frames.
    private(set) var opening: FootagePosition?
    /// The nominal duration of that frame, in ticks.
    private(set) var interval: Int64 = 0
    /// When the shown part begins in the file.
    private var shownStart: Int64 = 0
    private var stretches: [Stretch] = []
    /// The pairs of frames between which others are missing.
    private var holes: [(last: FootagePosition, end: Tick, next: Tick)] = []
    private var end: Int64 = 0

    /// - Parameter clocks: those of the camera's epochs, which tell how long missing frames at the end of an epoch last.
    init(_ clocks: EpochClocks) { self.clocks = clocks }

    /// Adds the next frame of the file, which begins `start` ticks after the first one.
    mutating func add(_ position: FootagePosition, at start: Int64, lasting duration: Int64) {
        if let before = stretches.last, before.epoch == position.epoch {
            let (last, end) = (FootagePosition(epoch: before.epoch, tick: before.last), before.last + before.duration)
            if position.tick > end { holes.append((last, end, position.tick)) }
            (stretches[stretches.count - 1].last, stretches[stretches.count - 1].duration) = (position.tick, duration)
        } else {
            stretches.append(
                Stretch(
                    epoch: position.epoch, tick: position.tick, last: position.tick, duration: duration, start: start,
                    previousEnd: end))
        }
        end = start.addingSaturating(duration)
        if opening == nil { (opening, interval) = (position, duration) }
    }

    /// Lets the shown part begin with a frame; the first `skipped` ticks of it are not shown.
    mutating func open(_ position: FootagePosition, at start: Int64, lasting duration: Int64, skipping skipped: Int64) {
        (opening, interval, shownStart) = (position, duration, start.addingSaturating(skipped))
    }

    /// When frames begin to be missing, or the epoch ends before a gap between two; may lie before or behind the shown part.
    func time(of gap: Gap) -> Int64 {
        let next = stretches.first { $0.epoch >= gap.epoch }
        let earliest = next?.previousEnd ?? end
        let begin =
            gap.isBetweenEpochs
            ? clocks.end(before: gap) : FootagePosition(epoch: gap.epoch, tick: firstMissing(of: gap))
        let time = max(begin.flatMap(place(of:)) ?? earliest, earliest)
        let latest: Int64 = next.flatMap { isWithin(gap, $0) ? nil : $0.start } ?? .max
        return min(time, latest).subtractingSaturating(shownStart)
    }

    /// When a gap ends: behind its last missing frame, at the first frame of the next epoch, or where that epoch began to capture.
    func end(of gap: Gap) -> Int64 {
        let next = stretches.first { gap.isBetweenEpochs ? $0.epoch >= gap.epoch : $0.epoch > gap.epoch }
        if gap.isBetweenEpochs, let next {
            // Its tick is that of the epoch's first frame, which may be lost.
            let begun = FootagePosition(epoch: gap.epoch, tick: gap.firstTick)
            let place =
                next.epoch == gap.epoch ? next.start.subtractingSaturating(next.tick - gap.firstTick) : place(of: begun)
            return min(max(place ?? next.start, next.previousEnd), next.start).subtractingSaturating(shownStart)
        }
        guard let stretch = stretches.first(where: { isWithin(gap, $0) }), gap.lastTick < stretch.last else {
            return next.map { $0.start.subtractingSaturating(shownStart) } ?? shownEnd
        }
        // Where whole fragments are missing, their gap may end with the first frame behind them.
        let isStored = holes.contains { $0.last.epoch == gap.epoch && $0.next == gap.lastTick }
        let length = gap.lastTick - stretch.tick + (gap.frames > 0 && !isStored ? max(1, interval) : 0)
        return max(stretch.start.addingSaturating(length), stretch.previousEnd).subtractingSaturating(shownStart)
    }

    /// When the first missing frame of a gap within an epoch was captured: where whole fragments are missing, their gap may begin with the
    /// last frame before them.
    private func firstMissing(of gap: Gap) -> Tick {
        let first = FootagePosition(epoch: gap.epoch, tick: gap.firstTick)
        if let hole = holes.first(where: { $0.last == first }) { return hole.end }
        let ended = stretches.first { $0.epoch == gap.epoch && $0.last == gap.firstTick }
        return ended.map { $0.last + $0.duration } ?? gap.firstTick
    }

    /// When a position is in the file, by the clocks of the epochs; nil before the first one.
    private func place(of position: FootagePosition) -> Int64? {
        stretches.last { $0.epoch <= position.epoch }.map {
            let first = FootagePosition(epoch: $0.epoch, tick: $0.tick)
            return $0.start.addingSaturating(clocks.elapsed(from: first, lasting: 0, to: position))
        }
    }

    /// Whether the ticks of a stretch place a gap.
    private func isWithin(_ gap: Gap, _ stretch: Stretch) -> Bool {
        stretch.epoch == gap.epoch && !gap.isBetweenEpochs
    }

    /// The length of the shown part.
    var shownEnd: Int64 { end.subtractingSaturating(shownStart) }
}
