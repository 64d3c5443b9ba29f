// SPDX-License-Identifier: Apache-2.0
import Media

/// Finds the frames around the stored fragments of a recording that its camera has captured and its recorder has not fetched yet.
///
/// Once a recording has stopped, what it lacks is in its gaps.
struct UnfetchedFrames {
    private let recording: Recording
    private let clocks: EpochClocks
    private let known: [Gap]
    private let isFromStart: Bool
    private var last: StoredFragment?
    /// A gap for each place where frames are missing.
    private(set) var gaps: [Gap] = []

    /// - Parameters:
    ///   - gaps: those of the recording.
    ///   - isFromStart: whether the first fragment is the first one that is stored.
    init(of recording: Recording, clocks: EpochClocks, gaps: [Gap], isFromStart: Bool) {
        (self.recording, self.clocks, known, self.isFromStart) = (recording, clocks, gaps, isFromStart)
    }

    /// Adds the next stored fragment.
    mutating func add(_ fragment: StoredFragment) {
        guard recording.state != .stopped else { return }
        if let before = fragment.before { noteMissing(until: before, before: fragment) }
        // Also one that nobody has counted: what lies between its neighbours is unknown then.
        last = fragment
    }

    private mutating func noteMissing(until before: Int, before fragment: StoredFragment) {
        let epoch = fragment.id.epoch
        if last?.id.epoch == epoch {
            if let total = last?.total { note(total, until: before, of: epoch, before: fragment) }
        } else {
            if let last, let account = clocks[last.id.epoch]?.account, let captured = account.captured {
                noteRest(until: captured, through: account.lastTick)
            }
            let begin = recording.begin
            let start = last == nil && begin?.after.epoch == epoch ? begin?.total : 0
            if let start, last != nil || isFromStart { note(start, until: before, of: epoch, before: fragment) }
        }
    }

    /// Adds what is missing behind the last stored fragment, if it is known where the recording ends.
    mutating func finish() {
        guard recording.state != .stopped, let end = recording.end, end.after.epoch == last?.id.epoch else { return }
        if let total = end.total { noteRest(until: total) }
    }

    private static func interval(of fragment: StoredFragment) -> Int64 {
        Tick.interval(of: fragment.frames, from: fragment.firstTick, to: fragment.lastTick)
    }

    private mutating func noteRest(until end: Int, through lastTick: Tick? = nil) {
        guard let last, let total = last.total else { return }
        let begin = last.lastTick + Self.interval(of: last)
        note(total, until: end, of: last.id.epoch, begin...max(begin, lastTick ?? begin))
    }

    private mutating func note(_ start: Int, until end: Int, of epoch: Int, before fragment: StoredFragment) {
        let interval = Self.interval(of: fragment)
        let behind = last.flatMap { $0.id.epoch == epoch ? $0.lastTick + Self.interval(of: $0) : nil }
        let first = behind ?? fragment.firstTick + interval.multipliedSaturating(by: Int64(min(0, start - end)))
        note(start, until: end, of: epoch, first...max(first, fragment.firstTick + -interval))
    }

    /// Adds a gap for the frames of an epoch with the numbers from `start` to `end`.
    ///
    /// Frames of other gaps do not count.
    private mutating func note(_ start: Int, until end: Int, of epoch: Int, _ ticks: ClosedRange<Tick>) {
        // For most fragments nothing is missing before them.
        guard end > start else { return }
        let said = known.reduce(0) { sum, gap in
            let isAmongThem = gap.epoch == epoch && gap.before.map { (start..<end).contains($0) } == true
            return sum + (isAmongThem ? gap.frames : 0)
        }
        guard end - start > said else { return }
        gaps.append(
            Gap(
                recording: recording.id, epoch: epoch, firstTick: ticks.lowerBound, lastTick: ticks.upperBound,
                frames: end - start - said, reason: .notFetched))
    }
}
