// SPDX-License-Identifier: Apache-2.0
import Media
import Tasks
import Footage
import GStreamer
package import Wire

/// A camera's footage for recorders: manifest, accounts, holds, fragments and acknowledgements.
package struct CameraFootage: Sendable {
    let spool: Spool
    let live: LiveSessions
    let status: CaptureStatus

    /// The spool's fragments of one epoch, or of all if `epoch` is nil, after a sequence.
    package func manifest(epoch: Int?, after sequence: Int?, limit: Int) async throws -> FootageManifest {
        try await spool.manifest(epoch: epoch, after: sequence, limit: limit, capture: status.capture)
    }

    /// The spool's fragments of the epoch with an id after a sequence, and of all later epochs.
    package func manifest(from epoch: String, after sequence: Int, limit: Int) async throws -> FootageManifest {
        try await spool.manifest(from: epoch, after: sequence, limit: limit, capture: status.capture)
    }

    /// The accounts of all epochs, in order.
    package var accounts: [EpochDescription] { spool.epochs.all }

    /// A fragment's bytes and their digest; the epoch is named by its number or its id.
    ///
    /// Throws a problem 400 for any other name, 404 if the spool does not have the fragment, 409 if the spool cannot be opened, and
    /// 410 if the fragment is damaged.
    package func fragment(epoch: String, sequence: Int) async throws -> (bytes: [UInt8], sha256: String) {
        guard let name = Spool.EpochName(epoch) else {
            throw Problem.badRequest(
                "\"\(epoch)\" is no epoch: name it by its number or its id of 32 hexadecimal digits")
        }
        return try await spool.fragment(name, sequence: sequence)
    }

    /// An init segment's bytes, by digest.
    package func initSegment(digest: String) async throws -> [UInt8] {
        try await spool.initSegment(digest: digest)
    }

    /// The holds of a recorder's recordings.
    package func holds(of peer: String) -> [FootageHold] { spool.holds.all(of: peer).map(\.told) }

    /// Begins a hold for a recording from now on, or from an earlier moment; stores it before it returns.
    ///
    /// A repeated request gets the same answer. Throws a problem 400 for an invalid request, 409 for too many holds.
    package func hold(_ recording: String, _ request: FootageHoldRequest, for peer: String) async throws -> FootageHold
    {
        let before = request.beforeMilliseconds ?? 0
        // A live session may have been quicker, and have begun it with its first fragment.
        if let known = spool.holds.hold(recording, of: peer), known.isOfLive != true { return known.told }
        guard Bounds.Reach.range.contains(Int64(before)) else {
            throw Problem.badRequest("beforeMilliseconds must be from 0 to \(Bounds.Reach.range.upperBound), 30 days")
        }
        guard (1...64).contains(recording.utf8.count) else {
            throw Problem.badRequest("a recording's id has 1 to 64 bytes")
        }
        let now = wallNanoseconds()
        if before > 0,
            let told = try? await spool.beginning(
                since: now - Int64(before) * 1_000_000, recording: recording, now: now)
        {
            return try await spool.holds.begin(peer, told).told
        }
        let capture = status.capture
        guard capture.phase == .running, let id = capture.epochID else {
            let newest = spool.epochs.newest
            let told = FootageHold(
                recording: recording, epoch: newest?.epoch ?? 0, epochID: newest?.id, sequence: 1, isNextEpoch: true)
            return try await spool.holds.begin(peer, told).told
        }
        let told = FootageHold(recording: recording, epoch: capture.epoch, epochID: id, sequence: live.join())
        return try await spool.holds.begin(peer, told).told
    }

    /// Opens a live session to a recorder.
    ///
    /// From its first fragment on, the spool holds footage until the recording, or a recorder that names none, acknowledges it.
    package func openLive(_ request: LiveRequest, for party: LiveParty) async throws -> LiveSession {
        guard (request.recording?.utf8.count ?? 0) <= 64 else {
            throw Problem.badRequest("a recording's id has 1 to 64 bytes")
        }
        let session = try await live.open(request, for: party)
        try await hold(from: session, for: request.recording, of: party.peer)
        return session
    }

    /// Ends a live session after the fragment in progress; with `peer` nil, a session of any peer.
    package func closeLive(_ id: String, for peer: String?) throws -> LiveEnd { try live.close(id, for: peer) }

    /// Ends the live sessions of a peer at once.
    package func endLive(of peer: String) { live.end(of: peer) }

    /// Begins a hold at a live session's first fragment, for a recording, or for a recorder that names none.
    ///
    /// A recording without a hold begins with its live video, so that none of it has to be fetched.
    func hold(from session: LiveSession, for recording: String?, of peer: String) async throws {
        let told = FootageHold(
            recording: recording ?? "", epoch: session.epoch, epochID: session.epochID, sequence: session.nextSequence)
        _ = try await spool.holds.begin(peer, told, isOfLive: true)
    }

    /// Ends the hold of a recording.
    package func release(_ recording: String, of peer: String) async { await spool.holds.end(peer, recording) }

    /// Advances or ends a recorder's hold, and renews its live session.
    package func acknowledge(_ acknowledgement: FootageAcknowledgement, of peer: String) async {
        if let session = acknowledgement.session { live.renew(session, of: peer) }
        if acknowledgement.isFinal { return await spool.holds.end(peer, acknowledgement.recording) }
        var epoch = acknowledgement.epoch
        if let id = acknowledgement.epochID {
            // For an epoch that this camera does not know, there is nothing to release.
            guard let row = spool.epochs.row(id) else { return }
            epoch = row.epoch
        }
        spool.holds.advance(
            peer, acknowledgement.recording, past: FragmentID(epoch: epoch, sequence: acknowledgement.through),
            epochID: acknowledgement.epochID)
    }
}
