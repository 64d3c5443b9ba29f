// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// A camera's epochs in order, under this recorder's numbers.
///
/// Computes what is missing between two places of a recording, and why; does no input or output.
struct EpochChain: Sendable {
    struct Epoch: Sendable {
        /// The catalog's entry, under this recorder's number.
        let clock: EpochClock
        /// Whether the camera's latest answer contains the epoch.
        var isTold = true
        /// The footage that the camera's spool no longer has.
        var lost: [LostFootage] = []
        /// The tick of its first frame by the camera's account; nil if the camera does not say it.
        var firstTick: Int64?
        /// Whether the owner ends the recording without the camera, which may still have the footage.
        var isGivenUp = false

        /// This recorder's number of the epoch.
        var number: Int { clock.epoch }
        /// The camera's account; nil from a camera without accounts.
        var account: EpochAccount? { clock.account }
        /// The reason for what no one can fetch any more once the account is lost.
        var forgotten: GapReason { isGivenUp ? .neverReceived : .accountLost }
        /// That reason, if the camera no longer names the epoch: its home was restored from a copy, or its card was replaced.
        var forgottenByCamera: GapReason? { account?.ended == .lost || !isTold ? forgotten : nil }
    }

    /// A place before or after a fragment.
    struct Place: Sendable {
        let epoch: Int
        /// The sequence of the last fragment before the place.
        let sequence: Int
        /// The frames that the epoch had captured up to here; nil if the camera keeps no accounts.
        var total: Int?
        /// The tick of the nearest frame on the stored side; nil if unknown.
        var tick: Int64?
        /// The time between two frames, in ticks.
        var interval: Int64 = Tick.perSecond / 30

        /// The last fragment before the place.
        var id: FragmentID { FragmentID(epoch: epoch, sequence: sequence) }
    }

    /// Consecutive fragments in the archive.
    struct Piece: Sendable {
        let epoch: Int
        let sequences: ClosedRange<Int>
        /// The frames that the epoch had captured before the first fragment, and after the last.
        let totals: ClosedRange<Int>
    }

    /// Oldest first.
    private(set) var epochs: [Epoch]
    /// The last fragment that this recorder acknowledged: footage that is gone up to here was lost by the recorder.
    var acknowledged: FragmentID?
    /// The reason for gaps outside the camera's account: the account has all that the spool deleted, so the footage was never
    /// spooled.
    var unnamed = GapReason.spoolFailed

    /// Creates a chain; the epochs may be in any order.
    init(_ epochs: [Epoch]) {
        self.epochs = epochs.sorted { $0.number < $1.number }
    }

    /// This recorder's number of the epoch with an id.
    func number(of id: String) -> Int? { epochs.first { $0.account?.id == id }?.number }

    func epoch(_ number: Int) -> Epoch? { epochs.first { $0.number == number } }

    /// The frames that an epoch had captured up to a place, by its account of the footage that is lost behind it; nil without any.
    func total(at place: Place) -> Int? {
        epoch(place.epoch)?.lost.first { $0.firstSequence == place.sequence + 1 }?.before
    }

    /// The end of a recording; if it lies within lost footage, the end of that.
    ///
    /// The camera counts the frames of lost footage as a whole, so the number of frames up to a place within it is not known.
    func counted(_ edge: RecordingEdge) -> RecordingEdge {
        let lost = epoch(edge.after.epoch)?.lost.first {
            $0.firstSequence <= edge.after.sequence && edge.after.sequence <= $0.lastSequence
        }
        guard edge.total == nil, let lost else { return edge }
        return RecordingEdge(
            after: FragmentID(epoch: edge.after.epoch, sequence: lost.lastSequence), total: lost.before + lost.frames)
    }

    /// The gaps between two places in order, without stored footage and without known gaps.
    func gaps(from start: Place, to end: Place, known: [Gap], stored: [Piece] = []) -> [GapDescription] {
        let pieces = stored + known.compactMap(Piece.init)
        guard start.epoch != end.epoch else { return hole(in: epoch(end.epoch), from: start, to: end, pieces) }
        // The frames that are known to have been captured: those of the account, or more that are stored.
        func counted(in epoch: Epoch) -> Int? {
            [last(of: epoch, pieces)?.total, epoch.number == start.epoch ? start.total : nil].compactMap(\.self).max()
        }
        var gaps: [GapDescription] = []
        if let first = epoch(start.epoch) {
            gaps += hole(in: first, from: start, to: last(of: first, pieces) ?? start, pieces)
        }
        // Footage from before the recording's beginning is not missing.
        var previous = start.sequence == RecordingEdge.endOfEpoch ? nil : epoch(start.epoch)
        for epoch in epochs where epoch.number > start.epoch && epoch.number <= end.epoch {
            let isLast = epoch.number == end.epoch
            let target = isLast ? end : last(of: epoch, pieces)
            let isCounted = epoch.account?.captured != nil
            let beginning = Place(
                epoch: epoch.number, sequence: 0, total: isCounted ? 0 : nil, tick: isCounted ? epoch.start : nil)
            if let previous {
                var boundary = epoch.boundary(at: isLast ? end.tick : nil, behind: previous)
                boundary.deduct(counted(in: previous), beyond: previous.account)
                if !boundary.isKnown(from: known) { gaps.append(boundary) }
            }
            if let target { gaps += hole(in: epoch, from: beginning, to: target, pieces) }
            previous = epoch
        }
        return gaps
    }

    /// The place after the last frame of an epoch that is known to have been captured; nil while the epoch runs, or without an account.
    func last(of number: Int, known: [Gap], stored: [Piece]) -> Place? {
        epoch(number).flatMap { last(of: $0, stored + known.compactMap(Piece.init)) }
    }

    /// Live video may have delivered more than the camera had on disk when it was killed.
    private func last(of epoch: Epoch, _ pieces: [Piece]) -> Place? {
        guard let told = epoch.end else { return nil }
        let piece = pieces.filter { $0.epoch == epoch.number }.max {
            $0.sequences.upperBound < $1.sequences.upperBound
        }
        guard let piece, piece.sequences.upperBound > told.sequence else { return told }
        return Place(
            epoch: epoch.number, sequence: piece.sequences.upperBound,
            total: max(told.total ?? 0, piece.totals.upperBound), tick: told.tick, interval: told.interval)
    }

    /// The gap of uncounted frames at the end of a recording whose last epoch was killed or lost.
    ///
    /// Its last tick is behind its first one: a gap of one tick without frames is the time before an epoch.
    ///
    /// - Parameter stored: the end of what is stored: an account that was read when the recorder connected ends long before it.
    func uncounted(behind edge: RecordingEdge, stored: Place? = nil) -> GapDescription? {
        guard let last = epoch(edge.after.epoch), let account = last.account,
            account.isUncounted,
            edge.after.sequence >= account.lastSequence
        else { return nil }
        let reason = account.ended == .killed ? GapReason.cameraRestarted : last.forgotten
        let known = stored.flatMap { $0.epoch == edge.after.epoch ? $0.tick : nil }
        let tick = max(account.lastTick.rawValue, known ?? account.lastTick.rawValue)
        var gap = GapDescription(
            epoch: edge.after.epoch, firstTick: tick, lastTick: tick + 1,
            frames: 0, reason: reason.rawValue)
        (gap.isUncounted, gap.atMost) = (true, account.atMost)
        gap.deduct(edge.total, beyond: account)
        return gap
    }

    /// The gaps within one epoch.
    private func hole(in epoch: Epoch?, from start: Place, to end: Place, _ pieces: [Piece]) -> [GapDescription] {
        guard end.sequence > start.sequence else { return [] }
        guard let from = start.total, let to = end.total else { return [estimate(in: epoch, from: start, to: end)] }
        let all = Piece(
            epoch: end.epoch, sequences: start.sequence + 1...end.sequence, totals: from...max(from, to)
        ).behind(pieces)
        var rest = [all]
        var found: [GapDescription] = []
        for piece in pieces.joined { rest = rest.flatMap { $0.without(piece) } }
        // The first missing frame follows the last stored one; at the beginning of an epoch it is the first one.
        let step = start.sequence == 0 ? 0 : start.interval
        let ticks = (start.tick.map { $0 + step } ?? end.tick ?? 0, end.tick ?? start.tick ?? 0)
        for lost in (epoch?.lost ?? []) + (epoch?.lostWithProgram(until: end) ?? []) {
            let range = Piece(
                epoch: end.epoch,
                sequences: lost.firstSequence...max(lost.firstSequence, lost.lastSequence),
                totals: lost.before...lost.before + max(0, lost.frames))
            let isOurs =
                acknowledged.map { FragmentID(epoch: end.epoch, sequence: lost.lastSequence) <= $0 } ?? false
            let gone = isOurs ? GapReason.lostByRecorder : GapReason.spoolOverrun
            let reason = lost.reason == LostFootage.trimmed ? gone.rawValue : lost.reason
            for part in rest.compactMap({ $0.intersection(range) }) {
                found.append(part.gap(in: range, (lost.firstTick, lost.lastTick), because: reason))
            }
            rest = rest.flatMap { $0.without(range) }
        }
        let unnamed = (epoch?.forgottenByCamera ?? self.unnamed).rawValue
        return (found + rest.map { $0.gap(in: all, ticks, because: unnamed) }).sorted {
            ($0.firstSequence ?? 0) < ($1.firstSequence ?? 0)
        }
    }

    /// Estimates a gap from its neighbours, for a camera without accounts, or whose account does not say enough.
    ///
    /// If nothing is known of the time behind it, its frames are not counted.
    private func estimate(in epoch: Epoch?, from start: Place, to end: Place) -> GapDescription {
        // Without a neighbour's tick, that of the epoch's account is nearer than the beginning of the clock.
        let told = epoch?.account?.lastTick.rawValue ?? 0
        let (first, last) = (start.tick.map { $0 + start.interval } ?? end.tick ?? told, end.tick ?? start.tick ?? told)
        let fragments = end.sequence - start.sequence
        let frames =
            start.tick == nil
            ? fragments * Int(Tick.perSecond / max(1, end.interval))
            : Int(max(0, last - first) / max(1, end.interval))
        let isOpen = end.tick == nil && start.tick != nil && epoch?.account != nil
        var gap = GapDescription(
            epoch: end.epoch, firstTick: first, lastTick: isOpen ? first + 1 : max(first, last),
            frames: isOpen ? 0 : max(1, Bounds.Count.clamp(frames)),
            reason: (epoch?.forgottenByCamera ?? (unnamed == .neverReceived ? unnamed : .spoolOverrun)).rawValue)
        gap.isUncounted = isOpen ? true : nil
        return gap
    }
}

extension EpochChain.Epoch {
    /// The tick of the first frame, as far as the camera says it.
    fileprivate var start: Int64? { firstTick ?? lost.first { $0.firstSequence == 1 }?.firstTick }

    /// The place after the last captured frame; nil while the epoch runs, or without an account.
    fileprivate var end: EpochChain.Place? {
        guard let account, let captured = account.captured, account.isClosed else { return nil }
        return EpochChain.Place(
            epoch: number, sequence: account.lastSequence, total: captured, tick: account.lastTick.rawValue,
            interval: account.nominalInterval)
    }

    /// Footage that a killed camera captured after its last count, up to a place that live video reached.
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

    /// The gap between two epochs: no counted frames, but possibly uncounted ones.
    fileprivate func boundary(at tick: Int64?, behind previous: EpochChain.Epoch?) -> GapDescription {
        // The first frames may be lost.
        let tick = [start, tick].compactMap(\.self).min() ?? lost.first?.firstTick ?? account?.lastTick.rawValue ?? 0
        var gap = GapDescription(
            epoch: number, firstTick: tick, lastTick: tick, frames: 0, reason: clock.began.rawValue)
        switch previous?.account?.ended {
        case .killed:
            (gap.isUncounted, gap.atMost) = (true, previous?.account?.atMost)
            gap.reason = GapReason.cameraRestarted.rawValue
        case .lost:
            (gap.isUncounted, gap.reason) = (true, previous.map(\.forgotten.rawValue) ?? gap.reason)
            gap.atMost = previous.flatMap { frames(behind: $0, until: Tick(rawValue: tick)) }
        case .running, .unheard, .inOrder, nil: break
        }
        return gap
    }

    /// How many frames fit between the known end of an epoch and a tick of this one; nil if the clocks disagree.
    private func frames(behind previous: EpochChain.Epoch, until tick: Tick) -> Int? {
        guard let last = previous.account, last.captured != nil, tick.rawValue > 0 else { return nil }
        let span = clock.utc(of: tick) &- previous.clock.utc(of: last.lastTick)
        return span > 0 ? Int(Tick(nanoseconds: span).rawValue / max(1, last.nominalInterval)) : nil
    }
}

extension [EpochChain.Piece] {
    /// The pieces, in which parts of one fragment that follow each other are one.
    fileprivate var joined: Self {
        sorted { ($0.epoch, $0.totals.lowerBound) < ($1.epoch, $1.totals.lowerBound) }.reduce(into: []) {
            joined, next in
            if let last = joined.last, last.epoch == next.epoch, last.sequences == next.sequences,
                last.totals.upperBound >= next.totals.lowerBound
            {
                let upper = Swift.max(last.totals.upperBound, next.totals.upperBound)
                joined[joined.count - 1] = EpochChain.Piece(
                    epoch: last.epoch, sequences: last.sequences, totals: last.totals.lowerBound...upper)
            } else {
                joined.append(next)
            }
        }
    }
}

extension EpochChain.Piece {
    /// The fragments of a gap; nil if the gap does not name them.
    fileprivate init?(_ gap: Gap) {
        guard let sequences = gap.sequences, let before = gap.before else { return nil }
        self.init(epoch: gap.epoch, sequences: sequences, totals: before...before + gap.frames)
    }

    /// Consecutive stored fragments; nil if their frames were not counted.
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

    /// The piece without the frames that pieces before it hold: what live video cut at other places than the camera may reach into
    /// its first fragment.
    ///
    /// A piece without frames still stands for its fragments, whose numbers would be missing without a reason.
    fileprivate func behind(_ pieces: [Self]) -> Self {
        let ends = pieces.filter { $0.epoch == epoch && $0.sequences.upperBound < sequences.lowerBound }
            .map(\.totals.upperBound)
        let low = min(max(totals.lowerBound, ends.max() ?? 0), totals.upperBound)
        return Self(epoch: epoch, sequences: sequences, totals: low...totals.upperBound)
    }

    fileprivate func without(_ other: Self) -> [Self] {
        guard epoch == other.epoch, sequences.overlaps(other.sequences) else { return [self] }
        var rest: [Self] = []
        if sequences.lowerBound < other.sequences.lowerBound {
            rest.append(
                Self(
                    epoch: epoch, sequences: sequences.lowerBound...other.sequences.lowerBound - 1,
                    totals: totals.lowerBound...max(totals.lowerBound, other.totals.lowerBound)))
        } else if sequences.lowerBound == other.sequences.lowerBound,
            totals.lowerBound < min(other.totals.lowerBound, totals.upperBound)
        {
            // Only the end of this fragment is stored: the camera's fragment before it was shorter than what live video made of it.
            rest.append(
                Self(
                    epoch: epoch, sequences: sequences.lowerBound...sequences.lowerBound,
                    totals: totals.lowerBound...min(other.totals.lowerBound, totals.upperBound)))
        }
        if sequences.upperBound > other.sequences.upperBound {
            // What an earlier version stored of several fragments that were never announced has the number of the first.
            let low = max(totals.lowerBound, min(other.totals.upperBound, totals.upperBound))
            rest.append(
                Self(
                    epoch: epoch, sequences: other.sequences.upperBound + 1...sequences.upperBound,
                    totals: low...totals.upperBound))
        } else if sequences.upperBound == other.sequences.upperBound, totals.upperBound > other.totals.upperBound {
            // Only the beginning of this fragment is stored.
            rest.append(
                Self(
                    epoch: epoch, sequences: sequences.upperBound...sequences.upperBound,
                    totals: max(totals.lowerBound, other.totals.upperBound)...totals.upperBound))
        }
        return rest
    }

    /// The piece's frames as a gap, with its share of the enclosing range's ticks.
    ///
    /// Two parts of a range must have different ticks: the catalog would take the second gap for the first one.
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
    /// Takes frames that are known, although a killed camera or a lost account had not counted them, off the bound of uncounted
    /// ones.
    fileprivate mutating func deduct(_ known: Int?, beyond account: EpochAccount?) {
        guard let account, account.isUncounted, let known, let captured = account.captured, let bound = atMost else {
            return
        }
        atMost = max(0, bound - max(0, known - captured))
    }

    /// The gap without its stored fragments.
    func without(_ stored: [EpochChain.Piece]) -> [GapDescription] {
        guard let firstSequence, let lastSequence, firstSequence <= lastSequence, let before else { return [self] }
        let all = EpochChain.Piece(
            epoch: epoch, sequences: firstSequence...lastSequence, totals: before...before + max(0, frames)
        ).behind(stored)
        let rest = stored.reduce([all]) { rest, piece in rest.flatMap { $0.without(piece) } }
        return rest.map { $0.gap(in: all, (firstTick, lastTick), because: reason) }
    }

    /// Whether the catalog already has this gap before an epoch, including its uncounted frames.
    fileprivate func isKnown(from gaps: [Gap]) -> Bool {
        gaps.contains { gap in
            gap.epoch == epoch && gap.isBetweenEpochs && (gap.isUncounted || isUncounted != true)
        }
    }
}
