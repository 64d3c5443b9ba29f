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
        if end == nil, let moment = stopMoment, isBehind(moment, announcement) {
            try await settle(upTo: edge(at: moment, before: announcement))
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
    mutating func note(from start: EpochChain.Place, to end: EpochChain.Place) async throws {
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

    /// Ends the recording at the fragment that the camera names as its last, or at the moment of the stop.
    mutating func stop() async throws {
        guard end == nil else { return try await settleIfEnded() }
        if let session, open.stopTime == nil {
            do {
                let last = try await client.closeLive(session.id)
                let epoch = number(of: last.epochID, or: last.epoch) ?? last.epoch
                return try await end(at: RecordingEdge(after: FragmentID(epoch: epoch, sequence: last.lastSequence)))
            } catch is Problem {
                // The session has ended already: the epoch ended, or this recorder was suspended.
            }
        }
        if open.stopTime == nil, let last = try await fragmentInProgress() {
            return try await end(at: RecordingEdge(after: last))
        }
        open.end(at: .now)
        stopMoment = try await stopMomentOfCamera()
        try await settleIfEnded()
    }

    /// The fragment in progress; nil without a picture, or if another camera with the same identity answers.
    private mutating func fragmentInProgress() async throws -> FragmentID? {
        guard let capture = try await client.state().capture, capture.phase == .running, capture.openSequence > 0 else {
            return nil
        }
        if number(of: capture.epochID, or: capture.epoch) == nil { try await refreshChain() }
        let number = number(of: capture.epochID, or: capture.epoch)
        guard let number, number >= previous?.epoch ?? 0 else { return nil }
        return FragmentID(epoch: number, sequence: capture.openSequence)
    }

    /// When the recording was stopped, by the camera's clock, because the clocks of two machines may be hours apart.
    func stopMomentOfCamera() async throws -> Int64? {
        guard end == nil, let elapsed = open.stopTime?.elapsed else { return nil }
        let now = try await client.time()
        let running = accounts.isKept ? chain.epochs.last { $0.isTold && $0.account?.isClosed == false } : nil
        // A step of the camera's clock changes nothing in an epoch that runs.
        return running?.clock.utc(of: Tick(nanoseconds: now.monotonic &- elapsed)) ?? now.utc &- elapsed
    }

    private mutating func end(at edge: RecordingEdge) async throws {
        try await archive.store.end(recording: open.recording.id, at: edge)
        end = edge
        let reached = previous.map { FragmentID(epoch: $0.epoch, sequence: $0.sequence) }
        let first = session.map { FragmentID(epoch: edge.after.epoch, sequence: $0.nextSequence - 1) }
        if let place = reached ?? first, place >= edge.after {
            try await close(at: RecordingEdge(after: place, total: previous?.total))
        }
    }

    /// Ends a stopped recording if no more footage can arrive for it.
    mutating func settleIfEnded() async throws {
        if let end {
            guard chain.hasEnded(end.after.epoch) else { return }
            return try await settle(upTo: end)
        }
        guard stopMoment != nil, let last = chain.epochs.last, chain.hasEnded(last.number) else { return }
        try await settle(upTo: RecordingEdge(after: FragmentID(epoch: last.number, sequence: RecordingEdge.endOfEpoch)))
    }

    /// Stores the gaps up to the end of a recording, and marks it as over.
    private mutating func settle(upTo edge: RecordingEdge) async throws {
        var edge = edge
        if let account = chain.epoch(edge.after.epoch)?.account, account.isClosed,
            edge.after.sequence >= account.lastSequence
        {
            edge = RecordingEdge(
                after: FragmentID(epoch: edge.after.epoch, sequence: account.lastSequence), total: account.captured)
        }
        if let previous, previous.sequence != RecordingEdge.endOfEpoch,
            FragmentID(epoch: previous.epoch, sequence: previous.sequence) < edge.after
        {
            try await note(
                from: previous,
                to: EpochChain.Place(epoch: edge.after.epoch, sequence: edge.after.sequence, total: edge.total))
        }
        if let uncounted = chain.uncounted(behind: edge, stored: previous) {
            try await archive.note([uncounted], in: open.recording.id)
        }
        try await close(at: edge)
    }

    /// Whether a fragment begins after a moment, in nanoseconds since 1970 UTC.
    private func isBehind(_ moment: Int64, _ announcement: FragmentAnnouncement) -> Bool {
        guard let clock = chain.epoch(announcement.epoch)?.clock else { return false }
        return clock.utc(of: Tick(rawValue: announcement.firstTick)) > moment
    }

    /// The end of a recording that was stopped at a moment before a fragment.
    private func edge(at moment: Int64, before announcement: FragmentAnnouncement) -> RecordingEdge {
        if previous?.epoch == announcement.epoch {
            return RecordingEdge(
                after: FragmentID(epoch: announcement.epoch, sequence: announcement.sequence - 1),
                total: announcement.before)
        }
        // Between two epochs: the end of the last epoch that captured anything before the moment.
        let earlier = chain.epochs.last { epoch in
            epoch.number < announcement.epoch
                && epoch.clock.utc(of: epoch.account?.lastTick ?? Tick(rawValue: 0)) <= moment
        }
        let epoch = max(previous?.epoch ?? 0, earlier?.number ?? 0)
        return RecordingEdge(after: FragmentID(epoch: epoch, sequence: RecordingEdge.endOfEpoch))
    }
}

extension EpochChain {
    /// Whether an epoch has ended; without an account, a later epoch proves it.
    fileprivate func hasEnded(_ number: Int) -> Bool {
        epoch(number)?.account?.isClosed ?? (epochs.last.map { $0.number > number } ?? false)
    }
}
