// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// The place at which a stopped recording ends.
extension ArchiveAssembler {
    /// How long after its last frame a fragment may be announced, in ticks: with the next frame, and behind an encoder.
    private static let delay = Tick.perSecond

    /// Ends the recording at the fragment that the camera names as its last, or at the moment of the stop.
    mutating func stop() async throws {
        guard end == nil else { return try await settleIfEnded() }
        // Of a camera whose pictures come late, what it captured until now arrives later: the recording ends at this moment.
        if open.isLate { open.end() }
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
        open.end()
        stopMoment = try await stopMomentOfCamera()
        try await look()
    }

    /// Asks a camera that captures nothing whether more footage can arrive for a stopped recording, and ends it if not.
    mutating func look() async throws {
        guard end == nil, stopMoment != nil else { return }
        if accounts.isKept { try await refreshChain() }
        if previous != nil { try await catchUp(to: nil) } else { try await settleIfEnded() }
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

    /// When the recording was stopped, because the clocks of two machines may be hours apart.
    func stopMomentOfCamera() async throws -> StopMoment? {
        guard end == nil, let elapsed = open.stopTime?.elapsed else { return nil }
        let now = try await client.time()
        let running = accounts.isKept ? chain.epochs.last { $0.isTold && $0.account?.isClosed == false } : nil
        // A step of the camera's clock changes nothing in an epoch that runs.
        let tick = Tick(nanoseconds: now.monotonic &- elapsed)
        let utc = running?.clock.utc(of: tick) ?? now.utc &- elapsed
        var reached = try await reachedAtStop()
        if let position = reached, position.epoch == running?.number {
            reached = min(
                position, FootagePosition(epoch: position.epoch, tick: Tick(nanoseconds: now.monotonic)))
        }
        return StopMoment(tick: tick, utc: utc, reached: reached)
    }

    /// The position up to which all footage was captured before the stop.
    ///
    /// It follows from what was heard before the stop, and from this machine's clock until the stop: the camera may sleep
    /// afterwards, and either clock may step.
    private func reachedAtStop() async throws -> FootagePosition? {
        guard let recording = try await archive.store.recording(open.recording.id) else { return nil }
        if let reached = recording.stop?.reached {
            return FootagePosition(epoch: reached.epoch, tick: reached.tick + Self.delay)
        }
        // Nothing was heard since this program was started: its clock was compared with the camera's before.
        guard let stoppedAt = recording.stoppedAt else { return nil }
        let compared = try await archive.store.comparisons(camera: recording.camera, epochs: Int.min...Int.max)
        return compared.last { $0.utc <= stoppedAt }.map {
            FootagePosition(epoch: $0.epoch, tick: $0.tick + Tick(nanoseconds: stoppedAt &- $0.utc).rawValue)
        }
    }
}
