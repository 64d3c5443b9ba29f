// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Tasks
import Wire

/// Gaps between fragments, and the end of a recording.
extension ArchiveAssembler {
    /// Stores the gaps before a fragment; returns false if the recording ended before it.
    mutating func settle(before announcement: FragmentAnnouncement) async throws -> Bool {
        if let end, announcement.id > end.after {
            try await settle(upTo: end)
            return false
        }
        let begin = FootagePosition(epoch: announcement.epoch, tick: Tick(rawValue: announcement.firstTick))
        if end == nil, let moment = stopMoment, let clock = chain.epoch(announcement.epoch)?.clock,
            moment.isBefore(begin, clock)
        {
            // The spool may have deleted footage from before the stop since the last request.
            if accounts.isKept { try await refreshChain() }
            try await settle(upTo: chain.edge(at: moment, before: announcement, behind: previous))
            return false
        }
        guard let previous else {
            try await noteClock(of: announcement)
            return true
        }
        let isAdjacent = announcement.epoch == previous.epoch && announcement.sequence == previous.sequence + 1
        if isAdjacent { return true }
        if announcement.epoch != previous.epoch { try await noteClock(of: announcement) }
        // The camera skipped this fragment: the frames of live video are all there is of it.
        if let frames = unannounced, frames.id < announcement.id { try await storeUnannounced() }
        try await note(from: previous, to: EpochChain.Place(before: announcement))
        return true
    }

    /// Registers an epoch's clock from the camera's manifest, if the camera keeps no accounts.
    private mutating func noteClock(of announcement: FragmentAnnouncement) async throws {
        guard !accounts.isKept, chain.epoch(announcement.epoch) == nil else { return }
        var rows = try await client.manifest(epoch: announcement.epoch, after: nil, limit: 1).epochs
        for index in rows.indices { rows[index].id = nil }
        chain = try await archive.register(rows, of: open.recording.camera, agrees: { _, _ in false }).chain
    }

    /// Stores the gaps between two places.
    mutating func note(from reached: EpochChain.Place, to end: EpochChain.Place) async throws {
        let start = try await counted(try await remaining(reached))
        guard start.id < end.id else { return }
        if accounts.isKept, chain.open(from: start.epoch, before: end.epoch) != nil {
            // The answer may be older than the end of that epoch.
            try await refreshChain()
            // The camera's disk may be so slow that it has not written that down.
            openBehind = chain.open(from: start.epoch, before: end.epoch).map { ($0, .now) }
        }
        let known = try await archive.gaps(of: open.recording.id)
        let stored = try await archive.pieces(of: open.recording.id, from: start, to: end)
        var gaps = chain.gaps(from: start, to: end, known: known, stored: stored)
        if accounts.isKept, gaps.contains(where: { $0.reason == chain.unnamed.rawValue }) {
            // The spool may have deleted footage since the last request.
            try await refreshChain()
            gaps = chain.gaps(from: start, to: end, known: known, stored: stored)
        }
        for gap in gaps where gap.frames > 0 {
            logger.warning(
                "footage is missing",
                metadata: ["epoch": "\(gap.epoch)", "frames": "\(gap.frames)", "reason": "\(gap.reason)"])
        }
        try await archive.note(gaps, in: open.recording.id)
    }

    /// The place, or the beginning of the recording if that is later because its oldest footage was deleted.
    private func remaining(_ place: EpochChain.Place) async throws -> EpochChain.Place {
        guard let begin = try await archive.store.recording(open.recording.id)?.begin,
            begin.after > place.id
        else { return place }
        return EpochChain.Place(begin)
    }

    /// The place with the frames that were captured before it, if the recording begins with a fragment that was in progress then, and
    /// that is lost.
    private mutating func counted(_ place: EpochChain.Place) async throws -> EpochChain.Place {
        guard accounts.isKept, place.total == nil else { return place }
        if chain.total(at: place) == nil { try await refreshChain() }
        var counted = place
        counted.total = chain.total(at: place)
        try await completeBegin(with: counted)
        return counted
    }

    /// Adds to the recording's beginning what the epoch had captured before, if it begins at a place.
    func completeBegin(with place: EpochChain.Place) async throws {
        guard place.total != nil else { return }
        try await archive.store.begin(recording: open.recording.id, at: RecordingEdge(place))
    }

    mutating func end(at edge: RecordingEdge) async throws {
        try await archive.store.end(recording: open.recording.id, at: edge)
        end = edge
        let reached = previous.map { FragmentID(epoch: $0.epoch, sequence: $0.sequence) }
        let first = session.map { FragmentID(epoch: edge.after.epoch, sequence: $0.nextSequence - 1) }
        if let place = reached ?? first, place >= edge.after {
            try await close(at: RecordingEdge(after: place, total: previous?.total))
        }
    }

    /// Whether an epoch has ended by now that was passed before its end was known: a new session goes back to it.
    mutating func hasClosedBehind() async throws -> Bool {
        guard let (epoch, asked) = openBehind, .now - asked > Self.pause else { return false }
        try await refreshChain()
        openBehind = (epoch, .now)
        return chain.epoch(epoch)?.account?.isClosed ?? true
    }

    /// Ends a stopped recording if no more footage can arrive for it.
    mutating func settleIfEnded() async throws {
        if let end {
            guard chain.hasEnded(end.after.epoch) else { return }
            return try await settle(upTo: end)
        }
        guard stopMoment != nil else { return }
        guard let last = chain.epochs.last else {
            // The camera has never captured anything.
            guard let previous else { return }
            return try await close(at: RecordingEdge(after: previous.id))
        }
        guard chain.hasEnded(last.number) else { return }
        try await settle(upTo: RecordingEdge(after: FragmentID(epoch: last.number, sequence: RecordingEdge.endOfEpoch)))
    }

    /// The end of an epoch that is over.
    private func end(of account: EpochAccount, _ number: Int) async throws -> RecordingEdge {
        let counted = EpochChain.Place(epoch: number, sequence: account.lastSequence, total: account.captured)
        let id = open.recording.id
        let behind = try await archive.pieces(
            of: id, from: counted, to: EpochChain.Place(epoch: number, sequence: RecordingEdge.endOfEpoch, total: nil))
        let last = chain.last(of: number, known: try await archive.gaps(of: id), stored: behind) ?? counted
        return RecordingEdge(last)
    }

    /// Stores the gaps up to the end of a recording, and marks it as over.
    private mutating func settle(upTo edge: RecordingEdge) async throws {
        var edge = edge
        if let account = chain.epoch(edge.after.epoch)?.account, account.isClosed,
            edge.after.sequence >= account.lastSequence
        {
            edge = try await self.end(of: account, edge.after.epoch)
        }
        if let previous, previous.sequence != RecordingEdge.endOfEpoch, previous.id < edge.after {
            if edge.total == nil, accounts.isKept, chain.counted(edge).total == nil { try await refreshChain() }
            edge = chain.counted(edge)
            try await note(from: previous, to: EpochChain.Place(edge))
        }
        if var uncounted = chain.uncounted(behind: edge, stored: previous) {
            // What the camera might have captured until it was back is not of a recording that was stopped before.
            if let stopMoment, let epoch = chain.epoch(edge.after.epoch) {
                let most = stopMoment.frames(
                    behind: Tick(rawValue: uncounted.firstTick), in: epoch.clock,
                    interval: epoch.account?.nominalInterval ?? 0)
                uncounted.atMost = min(uncounted.atMost ?? most, most)
            }
            try await archive.note([uncounted], in: open.recording.id)
        }
        try await close(at: edge)
    }
}

extension EpochChain {
    /// The first epoch that has not ended by its account, from one epoch on and before another.
    fileprivate func open(from first: Int, before last: Int) -> Int? {
        epochs.first { $0.number >= first && $0.number < last && $0.account?.isClosed == false }?.number
    }

    /// Whether an epoch has ended; without an account, a later epoch proves it.
    fileprivate func hasEnded(_ number: Int) -> Bool {
        epoch(number)?.account?.isClosed ?? (epochs.last.map { $0.number > number } ?? false)
    }
}
