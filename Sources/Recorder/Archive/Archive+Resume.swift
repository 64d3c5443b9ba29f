// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

extension Archive {
    /// The place up to which all footage of a recording is stored or known to be missing; nil if nothing is known of it.
    ///
    /// A gap `spool-failed` only counts once the camera's account has it too: until then, the spool may still deliver it.
    ///
    /// - Parameter epoch: limits the search to one epoch.
    func resumePlace(
        of recording: String, in chain: EpochChain, epoch only: Int? = nil
    ) async throws -> EpochChain.Place? {
        let begin = try await store.recording(recording)?.begin
        let runs = try await store.runs(recording: recording)
        let gaps = try await gaps(of: recording).filter { $0.before != nil && chain.settles($0) }
        guard let start = begin?.after ?? runs.first.map({ FragmentID(epoch: $0.epoch, sequence: $0.first - 1) }) else {
            return nil
        }
        var settled = start
        if let only, only > start.epoch { settled = FragmentID(epoch: only, sequence: 0) }
        for epoch in only.map({ [$0] }) ?? chain.numbers(from: start.epoch) {
            let first = epoch == start.epoch ? start.sequence : 0
            let here =
                runs.filter { $0.epoch == epoch }.map { ($0.first, $0.last) }
                + gaps.filter { $0.epoch == epoch }.compactMap { $0.sequences.map { ($0.lowerBound, $0.upperBound) } }
            let reached = here.sorted { $0.0 < $1.0 }.reduce(first) { reached, range in
                range.0 <= reached + 1 ? max(reached, range.1) : reached
            }
            if reached > first || epoch == start.epoch { settled = FragmentID(epoch: epoch, sequence: reached) }
            guard chain.isWhole(epoch, upTo: reached) else { break }
        }
        if settled == start, let begin { return EpochChain.Place(begin) }
        if settled.sequence == 0 { return EpochChain.Place(epoch: settled.epoch, sequence: 0, total: 0) }
        return try await place(behind: settled, in: recording, gaps)
    }

    /// The place after the last stored fragment of an epoch that was announced; nil without one.
    func place(behindAllOf epoch: Int, in recording: String) async throws -> EpochChain.Place? {
        guard let run = try await store.runs(recording: recording).last(where: { $0.epoch == epoch }),
            let last = try await store.fragment(recording: recording, FragmentID(epoch: epoch, sequence: run.last))
        else { return nil }
        return EpochChain.Place(last)
    }

    /// The stored pieces between two places, without fragments whose frames were not counted.
    func pieces(
        of recording: String, from start: EpochChain.Place, to end: EpochChain.Place
    ) async throws -> [EpochChain.Piece] {
        let (behind, last) = (start.id, end.id)
        var pieces: [EpochChain.Piece] = []
        for run in try await store.runs(recording: recording)
        where FragmentID(epoch: run.epoch, sequence: run.last) > behind
            && FragmentID(epoch: run.epoch, sequence: run.first) <= last
        {
            if let ends = try await store.ends(of: run, in: recording) {
                pieces += EpochChain.Piece(from: ends.first, through: ends.last).map { [$0] } ?? []
            }
        }
        return try await pieces + unannounced(in: recording)
    }

    /// The stored pieces of fragments that were never announced, without those whose frames were not counted.
    func unannounced(in recording: String) async throws -> [EpochChain.Piece] {
        try await store.unconfirmed(recording: recording).compactMap { EpochChain.Piece(from: $0, through: $0) }
    }

    /// The place after a fragment that is stored or in a gap.
    private func place(behind id: FragmentID, in recording: String, _ gaps: [Gap]) async throws -> EpochChain.Place {
        if let stored = try await store.fragment(recording: recording, id) { return EpochChain.Place(stored) }
        let gap = gaps.first { $0.epoch == id.epoch && $0.sequences?.upperBound == id.sequence }
        let total = gap.flatMap { gap in gap.before.map { $0 + gap.frames } }
        return EpochChain.Place(epoch: id.epoch, sequence: id.sequence, total: total, tick: gap?.lastTick.rawValue)
    }
}

extension EpochChain {
    /// The numbers of the epochs from `first` on; includes `first` even if it is unknown.
    fileprivate func numbers(from first: Int) -> [Int] {
        [first] + epochs.map(\.number).filter { $0 > first }
    }

    /// Whether an epoch has ended and has no fragments after a sequence.
    fileprivate func isWhole(_ number: Int, upTo sequence: Int) -> Bool {
        guard let account = epoch(number)?.account else { return number == 0 || sequence == RecordingEdge.endOfEpoch }
        return account.isClosed && sequence >= account.lastSequence
    }

    /// Whether the camera can no longer deliver the footage of a gap.
    fileprivate func settles(_ gap: Gap) -> Bool {
        guard gap.reason == .spoolFailed, let sequences = gap.sequences else { return true }
        return epoch(gap.epoch)?.lost.contains { lost in
            lost.firstSequence <= sequences.lowerBound && lost.lastSequence >= sequences.upperBound
        } ?? false
    }
}

extension RecordingEdge {
    /// The edge of a recording at a place.
    init(_ place: EpochChain.Place) {
        self.init(after: place.id, total: place.total)
    }
}

extension EpochChain.Place {
    /// The place after a stored fragment.
    init(_ stored: StoredFragment) {
        let span = stored.lastTick - stored.firstTick
        self.init(
            epoch: stored.id.epoch, sequence: stored.id.sequence, total: stored.total,
            tick: stored.lastTick.rawValue,
            interval: stored.frames > 1 ? span / Int64(stored.frames - 1) : Tick.perSecond / 30)
    }

    /// The place at the edge of a recording.
    init(_ edge: RecordingEdge) {
        self.init(epoch: edge.after.epoch, sequence: edge.after.sequence, total: edge.total)
    }

    /// The place after an announced fragment.
    init(_ announcement: FragmentAnnouncement) {
        self.init(
            epoch: announcement.epoch, sequence: announcement.sequence, total: announcement.total,
            tick: announcement.lastTick, interval: announcement.nominalInterval)
    }

    /// The place before an announced fragment.
    init(before announcement: FragmentAnnouncement) {
        self.init(
            epoch: announcement.epoch, sequence: announcement.sequence - 1, total: announcement.before,
            tick: announcement.firstTick, interval: announcement.nominalInterval)
    }
}
