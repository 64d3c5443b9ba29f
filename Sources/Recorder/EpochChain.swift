// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// A camera's epochs in the order in which they followed each other, under the numbers that this recorder gave them.
///
/// Pure: it says what is missing between two places of a recording, how much, and why.
struct EpochChain: Sendable {
    /// One epoch.
    struct Epoch: Sendable {
        /// What the catalog has of it, under this recorder's number.
        let clock: EpochClock
        /// Whether the camera has named it just now.
        var isTold = true
        /// What the camera's spool does not hold of it any more.
        var lost: [LostFootage] = []

        /// This recorder's number of it.
        var number: Int { clock.epoch }
        /// What the camera has told; nil from a camera without accounts.
        var account: EpochAccount? { clock.account }
    }

    /// A place behind a fragment, or in front of one.
    struct Place: Sendable {
        let epoch: Int
        /// The number of the last fragment in front of the place.
        let sequence: Int
        /// The frames that the epoch had captured up to here; nil when the camera keeps no accounts.
        let total: Int?
        /// The tick of the nearest frame on the stored side; nil when nothing is known.
        var tick: Int64?
        /// The time between two frames, in ticks.
        var interval: Int64 = Tick.perSecond / 30
    }

    /// Fragments that follow each other in the archive.
    struct Piece: Sendable {
        let epoch: Int
        let sequences: ClosedRange<Int>
        /// The frames that the epoch had captured in front of the first, and behind the last.
        let totals: ClosedRange<Int>
    }

    /// Oldest first.
    private(set) var epochs: [Epoch]
    /// Up to here this recorder has told the camera that it stored everything: what is gone in front of it was lost here.
    var acknowledged: FragmentID?
    /// The reason of what the camera's account does not explain: what the spool deletes is always in the account, so that it
    /// was never stored.
    var unnamed = GapReason.spoolFailed

    /// A chain of epochs in any order.
    init(_ epochs: [Epoch]) {
        self.epochs = epochs.sorted { $0.number < $1.number }
    }

    /// The number of the epoch with an id.
    func number(of id: String) -> Int? { epochs.first { $0.account?.id == id }?.number }

    /// The epoch with a number.
    func epoch(_ number: Int) -> Epoch? { epochs.first { $0.number == number } }

    /// What is missing behind one place and in front of another, in order: not what is stored in between, and not what known
    /// gaps stand for.
    func gaps(from start: Place, to end: Place, known: [Gap], stored: [Piece] = []) -> [GapDescription] {
        let pieces = stored + known.compactMap(Piece.init)
        guard start.epoch != end.epoch else { return hole(in: epoch(end.epoch), from: start, to: end, pieces) }
        // Live video may have brought more than the camera had on its disk when it was killed.
        func last(of epoch: Epoch) -> Place? {
            guard let told = epoch.end else { return nil }
            let piece = pieces.filter { $0.epoch == epoch.number }.max {
                $0.sequences.upperBound < $1.sequences.upperBound
            }
            guard let piece, piece.sequences.upperBound > told.sequence else { return told }
            return Place(
                epoch: epoch.number, sequence: piece.sequences.upperBound,
                total: max(told.total ?? 0, piece.totals.upperBound), tick: told.tick, interval: told.interval)
        }
        var gaps: [GapDescription] = []
        if let first = epoch(start.epoch) { gaps += hole(in: first, from: start, to: last(of: first) ?? start, pieces) }
        // What lies in front of a recording's beginning is not missing.
        var previous = start.sequence == RecordingEdge.endOfEpoch ? nil : epoch(start.epoch)
        for epoch in epochs where epoch.number > start.epoch && epoch.number <= end.epoch {
            let isLast = epoch.number == end.epoch
            let target = isLast ? end : last(of: epoch)
            let beginning = Place(epoch: epoch.number, sequence: 0, total: epoch.account?.captured == nil ? nil : 0)
            if let previous {
                let boundary = epoch.boundary(at: isLast ? end.tick : nil, behind: previous)
                if !boundary.isKnown(from: known) { gaps.append(boundary) }
            }
            if let target { gaps += hole(in: epoch, from: beginning, to: target, pieces) }
            previous = epoch
        }
        return gaps
    }

    /// What nobody counted at the end of a recording, when its last epoch was killed.
    func uncounted(behind edge: RecordingEdge) -> GapDescription? {
        guard let account = epoch(edge.after.epoch)?.account, account.ended == .killed || account.ended == .lost,
            edge.after.sequence >= account.lastSequence
        else { return nil }
        let reason: GapReason = account.ended == .killed ? .cameraRestarted : .accountLost
        var gap = GapDescription(
            epoch: edge.after.epoch, firstTick: account.lastTick.rawValue, lastTick: account.lastTick.rawValue,
            frames: 0, reason: reason.rawValue)
        (gap.isUncounted, gap.atMost) = (true, account.atMost)
        return gap
    }

    /// What is missing within one epoch.
    private func hole(in epoch: Epoch?, from start: Place, to end: Place, _ pieces: [Piece]) -> [GapDescription] {
        guard end.sequence > start.sequence else { return [] }
        guard let from = start.total, let to = end.total else { return [estimate(from: start, to: end)] }
        let all = Piece(
            epoch: end.epoch, sequences: start.sequence + 1...end.sequence, totals: from...max(from, to))
        var rest = [all]
        var found: [GapDescription] = []
        for piece in pieces { rest = rest.flatMap { $0.without(piece) } }
        let ticks = (start.tick ?? end.tick ?? 0, end.tick ?? start.tick ?? 0)
        for lost in (epoch?.lost ?? []) + (epoch?.lostWithProgram(until: end) ?? []) {
            let range = Piece(
                epoch: end.epoch,
                sequences: lost.firstSequence...max(lost.firstSequence, lost.lastSequence),
                totals: lost.before...lost.before + max(0, lost.frames))
            let isOurs =
                acknowledged.map { FragmentID(epoch: end.epoch, sequence: lost.lastSequence) <= $0 } ?? false
            let gone = isOurs ? GapReason.lostByRecorder : GapReason.spoolOverrun
            let reason = lost.reason == LostFootage.trimmed || isOurs ? gone.rawValue : lost.reason
            for part in rest.compactMap({ $0.intersection(range) }) {
                found.append(part.gap(in: range, (lost.firstTick, lost.lastTick), because: reason))
            }
            rest = rest.flatMap { $0.without(range) }
        }
        // A camera that does not name the epoch any more was restored from a copy, or has another card.
        let isForgotten = epoch.map { $0.account?.ended == .lost || !$0.isTold } ?? false
        let unnamed = isForgotten ? GapReason.accountLost.rawValue : self.unnamed.rawValue
        return (found + rest.map { $0.gap(in: all, ticks, because: unnamed) }).sorted {
            ($0.firstSequence ?? 0) < ($1.firstSequence ?? 0)
        }
    }

    /// Without an account the neighbours tell how many frames are missing.
    private func estimate(from start: Place, to end: Place) -> GapDescription {
        let (first, last) = (start.tick.map { $0 + start.interval } ?? end.tick ?? 0, end.tick ?? start.tick ?? 0)
        let fragments = end.sequence - start.sequence
        let frames =
            start.tick == nil
            ? fragments * Int(Tick.perSecond / max(1, end.interval))
            : Int(max(0, last - first) / max(1, end.interval))
        return GapDescription(
            epoch: end.epoch, firstTick: first, lastTick: max(first, last), frames: max(1, Bounds.Count.clamp(frames)),
            reason: GapReason.spoolOverrun.rawValue)
    }
}

extension EpochChain.Epoch {
    /// Behind all that the camera says it captured; nil while the epoch goes on, and without an account.
    fileprivate var end: EpochChain.Place? {
        guard let account, let captured = account.captured, account.isClosed else { return nil }
        return EpochChain.Place(
            epoch: number, sequence: account.lastSequence, total: captured, tick: account.lastTick.rawValue,
            interval: account.nominalInterval)
    }

    /// What was captured behind all that a camera had counted when it was killed, in front of what live video brought.
    fileprivate func lostWithProgram(until end: EpochChain.Place) -> [LostFootage] {
        guard let account, account.ended == .killed, let captured = account.captured, let total = end.total,
            end.sequence > account.lastSequence
        else { return [] }
        return [
            LostFootage(
                sequences: account.lastSequence + 1...end.sequence,
                ticks: account.lastTick.rawValue...max(account.lastTick.rawValue, end.tick ?? 0), before: captured,
                frames: max(0, total - captured), reason: GapReason.cameraRestarted.rawValue)
        ]
    }

    /// The time between two epochs: no frames that anybody could count, and perhaps some that nobody can.
    fileprivate func boundary(at tick: Int64?, behind previous: EpochChain.Epoch?) -> GapDescription {
        let tick = tick ?? lost.first?.firstTick ?? account?.lastTick.rawValue ?? 0
        var gap = GapDescription(
            epoch: number, firstTick: tick, lastTick: tick, frames: 0, reason: clock.began.rawValue)
        switch previous?.account?.ended {
        case .killed:
            (gap.isUncounted, gap.atMost) = (true, previous?.account?.atMost)
            gap.reason = GapReason.cameraRestarted.rawValue
        case .lost:
            (gap.isUncounted, gap.reason) = (true, GapReason.accountLost.rawValue)
            gap.atMost = previous.flatMap { frames(behind: $0, until: Tick(rawValue: tick)) }
        case .running, .unheard, .inOrder, nil: break
        }
        return gap
    }

    /// How many frames fit between the end of what is known of an epoch and a tick of this one; nil if the clocks disagree.
    private func frames(behind previous: EpochChain.Epoch, until tick: Tick) -> Int? {
        guard let last = previous.account, last.captured != nil, tick.rawValue > 0 else { return nil }
        let span = clock.utc(of: tick) &- previous.clock.utc(of: last.lastTick)
        return span > 0 ? Int(Tick(nanoseconds: span).rawValue / max(1, last.nominalInterval)) : nil
    }
}

extension EpochChain.Piece {
    /// What a gap stands for; nil if it does not say which fragments those are.
    fileprivate init?(_ gap: Gap) {
        guard let sequences = gap.sequences, let before = gap.before else { return nil }
        self.init(epoch: gap.epoch, sequences: sequences, totals: before...before + gap.frames)
    }

    /// Stored fragments that follow each other; nil if nobody counted their frames.
    init?(from first: StoredFragment, through last: StoredFragment) {
        guard let before = first.before, let total = last.total, before <= total else { return nil }
        self.init(epoch: first.id.epoch, sequences: first.id.sequence...last.id.sequence, totals: before...total)
    }

    fileprivate func intersection(_ other: Self) -> Self? {
        guard epoch == other.epoch, sequences.overlaps(other.sequences) else { return nil }
        let low = max(totals.lowerBound, other.totals.lowerBound)
        return Self(
            epoch: epoch, sequences: sequences.clamped(to: other.sequences),
            totals: low...max(low, min(totals.upperBound, other.totals.upperBound)))
    }

    fileprivate func without(_ other: Self) -> [Self] {
        guard epoch == other.epoch, sequences.overlaps(other.sequences) else { return [self] }
        var rest: [Self] = []
        if sequences.lowerBound < other.sequences.lowerBound {
            rest.append(
                Self(
                    epoch: epoch, sequences: sequences.lowerBound...other.sequences.lowerBound - 1,
                    totals: totals.lowerBound...max(totals.lowerBound, other.totals.lowerBound)))
        }
        if sequences.upperBound > other.sequences.upperBound {
            // What an earlier version stored of several fragments that were never announced has the number of the first.
            let low = max(totals.lowerBound, min(other.totals.upperBound, totals.upperBound))
            rest.append(
                Self(
                    epoch: epoch, sequences: other.sequences.upperBound + 1...sequences.upperBound,
                    totals: low...totals.upperBound))
        } else if sequences.upperBound == other.sequences.upperBound, totals.upperBound > other.totals.upperBound {
            // A fragment of which only the beginning is stored.
            rest.append(
                Self(
                    epoch: epoch, sequences: sequences.upperBound...sequences.upperBound,
                    totals: max(totals.lowerBound, other.totals.upperBound)...totals.upperBound))
        }
        return rest
    }

    /// Its frames as a gap, at its share of the ticks of the range that it is a part of.
    ///
    /// Two parts of a range must not have the same ticks: the catalog would take the second gap for the first one.
    fileprivate func gap(
        in range: Self, _ ticks: (first: Int64, last: Int64), because reason: String
    ) -> GapDescription {
        let frames = range.totals.count - 1
        let span = Double(max(ticks.last - ticks.first, Int64(frames)))
        func tick(_ total: Int) -> Int64 {
            ticks.first + Int64(span * Double(total - range.totals.lowerBound) / Double(max(1, frames)))
        }
        let first = tick(totals.lowerBound)
        let last = totals.upperBound == range.totals.upperBound ? ticks.last : tick(totals.upperBound)
        var gap = GapDescription(
            epoch: epoch, firstTick: first, lastTick: max(first, last),
            frames: Bounds.Count.clamp(totals.upperBound - totals.lowerBound), reason: reason)
        (gap.firstSequence, gap.lastSequence) = (sequences.lowerBound, sequences.upperBound)
        gap.before = Bounds.Count.clamp(totals.lowerBound)
        return gap
    }
}

extension GapDescription {
    /// The same gap without what is stored of it.
    func without(_ stored: [EpochChain.Piece]) -> [GapDescription] {
        guard let firstSequence, let lastSequence, firstSequence <= lastSequence, let before else { return [self] }
        let all = EpochChain.Piece(
            epoch: epoch, sequences: firstSequence...lastSequence, totals: before...before + max(0, frames))
        let rest = stored.reduce([all]) { rest, piece in rest.flatMap { $0.without(piece) } }
        return rest.map { $0.gap(in: all, (firstTick, lastTick), because: reason) }
    }

    /// Whether the time in front of an epoch has been written down already, with what could not be counted.
    fileprivate func isKnown(from gaps: [Gap]) -> Bool {
        gaps.contains { gap in
            gap.epoch == epoch && GapDescription(gap).isBetweenEpochs && (gap.isUncounted || isUncounted != true)
        }
    }
}
