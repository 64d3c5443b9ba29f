// SPDX-License-Identifier: Apache-2.0
import Media

/// Compares the stored footage of a recording with its camera's accounts, epoch by epoch.
///
/// Reads no disk: the caller adds the fragments one by one and then asks for the verdict.
struct AccountCheck {
    /// The stored frames of one epoch.
    private struct Sum {
        var frames = 0
        var lastTotal: Int?
        var lastTick = Tick(rawValue: 0)
        var isCounted = true
        /// Fragments that were never announced, and may lie after everything that the camera counted.
        var unconfirmed: [ClosedRange<Int>] = []

        /// The number of frames stored before a total.
        func frames(until end: Int) -> Int {
            frames + unconfirmed.reduce(0) { $0 + max(0, min($1.upperBound, end) - $1.lowerBound) }
        }
    }

    private let recording: Recording
    private let clocks: EpochClocks
    private let gaps: [Gap]
    private var sums: [Int: Sum] = [:]

    init(recording: Recording, clocks: [EpochClock], gaps: [Gap]) {
        self.recording = recording
        self.clocks = EpochClocks(clocks)
        self.gaps = gaps
    }

    /// Counts a stored fragment.
    mutating func add(_ fragment: StoredFragment) {
        var sum = sums[fragment.id.epoch] ?? Sum()
        sum.lastTick = max(sum.lastTick, fragment.lastTick)
        if fragment.source != .unconfirmed {
            if let total = fragment.total {
                // The recording may have gone on before its end was known.
                let end = recording.end.flatMap { $0.after.epoch == fragment.id.epoch ? $0.total : nil }
                sum.frames += max(0, min(total, end ?? total) - (total - fragment.captured))
                sum.lastTotal = max(sum.lastTotal ?? 0, total)
            } else {
                sum.isCounted = false
            }
        } else if let before = fragment.before, let total = fragment.total {
            sum.unconfirmed.append(before...total)
        }
        sums[fragment.id.epoch] = sum
    }

    /// The result for all added fragments.
    func verdict() -> AccountVerdict {
        guard let begin = recording.begin else {
            // Nothing is known of it yet, or not all has been fetched.
            if recording.state == .stopping || recording.state != .stopped && sums.isEmpty {
                return AccountVerdict(state: .open, isOpen: true)
            }
            // A recording that was created again from its files has gaps that nobody counted, and still no account.
            return AccountVerdict(state: gaps.contains(where: \.isUncounted) ? .missing : .unaccounted)
        }
        var verdict = AccountVerdict(state: .complete)
        let last = recording.end?.after.epoch ?? sums.keys.max() ?? begin.after.epoch
        let first = begin.after.epoch
        for number in clocks.epochs where number >= first && number <= last {
            if number == first, begin.after.sequence == RecordingEdge.endOfEpoch { continue }
            check(number, from: number == first ? begin.total : 0, isLast: number == last, &verdict)
        }
        if recording.state == .stopping { verdict.isOpen = true }
        if gaps.contains(where: \.isUncounted) { verdict.isUncounted = true }
        if verdict.isOpen {
            verdict.state = .open
        } else if verdict.isUncounted || verdict.unsaid > 0 || gaps.contains(where: { $0.frames > 0 }) {
            verdict.state = .missing
        }
        verdict.vouchedUntil = sums.keys.max().flatMap { number in
            sums[number].flatMap { clocks[number]?.utc(of: $0.lastTick) }
        }
        return verdict
    }

    private func check(_ number: Int, from start: Int?, isLast: Bool, _ verdict: inout AccountVerdict) {
        guard let account = clocks[number]?.account, account.captured != nil else { return }
        let sum = sums[number] ?? Sum()
        let isOver = recording.state == .stopped
        if account.ended == .unheard, isLast, !isOver { verdict.isOpen = true }
        if !isLast {
            switch account.ended {
            case .running, .unheard: verdict.isOpen = true
            case .killed, .lost: verdict.isUncounted = true
            case .inOrder: break
            }
        }
        let end =
            isLast
            ? recording.end?.total ?? sum.lastTotal.map { max($0, endOfGaps(in: number)) }
            : account.captured.map { max($0, known(of: number, account), account.ended == .inOrder ? 0 : start ?? 0) }
        // Retention may have deleted all that is before the end.
        guard let start, let end, start <= end, sum.isCounted else { return }
        let named = gaps.reduce(0) { $0 + ($1.epoch == number && $1.before != nil ? $1.frames : 0) }
        let missing = end - start - sum.frames(until: end) - named
        if missing > 0, isOver {
            verdict.unsaid += missing
            verdict.findings.append("epoch \(number): number of frames that are neither here nor in a gap: \(missing)")
            verdict.found.append(
                Gap(
                    recording: recording.id, epoch: number, firstTick: account.lastTick, lastTick: account.lastTick,
                    frames: missing, reason: .sequenceMissing))
        } else if missing > 0 {
            verdict.pending += missing
            verdict.isOpen = true
        } else if missing < 0 {
            verdict.findings.append("epoch \(number): number of frames more than its camera accounted for: \(-missing)")
        }
    }

    /// The frames of an epoch up to the last one that is stored or in a gap, if its camera was killed or lost: the live lane may
    /// have brought frames that the camera had not yet counted on its disk.
    private func known(of number: Int, _ account: EpochAccount) -> Int {
        guard account.ended != .inOrder else { return 0 }
        let sum = sums[number] ?? Sum()
        return (sum.unconfirmed.map(\.upperBound) + [sum.lastTotal ?? 0, endOfGaps(in: number)]).max() ?? 0
    }

    /// The frames of an epoch up to the last one in a gap: what a full disk cannot store may be gone from the spool before anything
    /// behind it is stored.
    private func endOfGaps(in number: Int) -> Int {
        gaps.filter { $0.epoch == number }.compactMap { gap in gap.before.map { $0 + gap.frames } }.max() ?? 0
    }
}
