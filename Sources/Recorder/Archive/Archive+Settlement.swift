// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Tasks
import Wire

extension Archive {
    /// Ends a recording whose camera will not return; records footage that it may still have as `never-received`.
    ///
    /// Does nothing if the recording is stopped. Throws a problem 404 if there is none.
    func settle(_ id: String) async throws {
        try await settling.take()
        defer { settling.give() }
        guard let recording = try await store.recording(id) else { throw Problem.noRecording(id) }
        guard recording.state != .stopped else { return }
        if recording.begin != nil {
            try await giveUp(recording)
        } else if try await store.runs(recording: id).isEmpty {
            try await noteNothingHeard(of: recording)
        }
        var stopped = recording
        (stopped.state, stopped.stoppedAt) = (.stopped, recording.stoppedAt ?? wallNanoseconds())
        try await store.update(stopped)
    }

    /// Stores that nobody knows what the camera captured for a recording of which it never gave anything.
    ///
    /// The gap lies before the next epoch, because none that is known is in the recording for sure.
    private func noteNothingHeard(of recording: Recording) async throws {
        let newest = try await store.clocks(camera: recording.camera).map(\.epoch).max() ?? 0
        var gap = GapDescription(
            epoch: newest + 1, firstTick: 0, lastTick: 0, frames: 0, reason: GapReason.neverReceived.rawValue)
        gap.isUncounted = true
        try await note([gap], in: recording.id)
    }

    /// Closes the accounts of the camera's epochs, and stores the gaps up to the known end.
    private func giveUp(_ recording: Recording) async throws {
        let clocks = try await store.clocks(camera: recording.camera)
        let closed = clocks.map { clock in
            var clock = clock
            if let account = clock.account, !account.isClosed { clock.account?.ended = .lost }
            return clock
        }
        try await store.set(closed.filter { clock in !clocks.contains(clock) })
        var chain = EpochChain(
            zip(clocks, closed).map { EpochChain.Epoch(clock: $1, isGivenUp: $0.account?.ended != .lost) })
        chain.unnamed = .neverReceived
        var (found, reached) = try await gaps(withinStored: recording, chain)
        guard let place = reached else { return }
        let (known, unannounced) = (try await gaps(of: recording.id), try await unannounced(in: recording.id))
        let end = (recording.end ?? chain.end(behind: place)).map(chain.counted)
        if let end, end.after > place.id {
            let account = chain.epoch(end.after.epoch)?.account
            // What is missing lasts until the camera's last frame, if that is the end.
            let tick = account?.lastSequence == end.after.sequence ? account?.lastTick.rawValue : nil
            let target = EpochChain.Place(
                epoch: end.after.epoch, sequence: end.after.sequence, total: end.total, tick: tick)
            found += chain.gaps(from: place, to: target, known: known, stored: unannounced)
        }
        let edge = end ?? RecordingEdge(place)
        // Live video may have delivered more than the camera has announced.
        let received = try await store.unconfirmed(recording: recording.id).last.map(EpochChain.Place.init)
        let stored = received.map { $0.epoch == place.epoch && $0.sequence > place.sequence ? $0 : place } ?? place
        // An end that the camera has named has nothing behind it.
        if recording.end == nil, let uncounted = chain.uncounted(behind: edge, stored: stored) {
            found.append(uncounted)
        }
        try await note(found, in: recording.id)
        try await store.end(recording: recording.id, at: edge)
    }

    /// The unknown gaps from the beginning of a recording to the end of what is stored of it, and that end.
    ///
    /// Without a known beginning they begin with the first stored fragment; the end is nil if neither is there.
    func gaps(
        withinStored recording: Recording, _ chain: EpochChain
    ) async throws -> (gaps: [GapDescription], end: EpochChain.Place?) {
        let (known, unannounced) = (try await gaps(of: recording.id), try await unannounced(in: recording.id))
        var (found, place) = ([GapDescription](), recording.begin.map(EpochChain.Place.init))
        for run in try await store.runs(recording: recording.id) {
            guard let (first, last) = try await store.ends(of: run, in: recording.id) else { continue }
            if let place {
                guard run.last > place.sequence || run.epoch != place.epoch else { continue }
                let start = EpochChain.Place(
                    epoch: run.epoch, sequence: run.first - 1, total: first.before, tick: first.firstTick.rawValue)
                found += chain.gaps(from: place, to: start, known: known, stored: unannounced)
            }
            place = EpochChain.Place(last)
        }
        return (found, place)
    }
}

extension EpochChain {
    /// The end of the newest account, or the place if that is later; nil if the account is of an earlier epoch.
    fileprivate func end(behind place: Place) -> RecordingEdge? {
        guard let last = epochs.last(where: { $0.account?.captured != nil }), let account = last.account,
            last.number >= place.epoch
        else { return nil }
        // The recording may begin behind what the camera has told.
        if last.number == place.epoch, place.sequence > account.lastSequence {
            return RecordingEdge(place)
        }
        let known = last.number == place.epoch ? place.total ?? 0 : 0
        return RecordingEdge(
            after: FragmentID(epoch: last.number, sequence: account.lastSequence),
            total: account.captured.map { max($0, known) })
    }
}
