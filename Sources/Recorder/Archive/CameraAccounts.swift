// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Tasks
import Wire

/// Requests a camera's accounts and holds, and stores them in the archive.
struct CameraAccounts: Sendable {
    /// The capability of cameras that keep accounts of their epochs.
    static let capability = "accounts"

    let client: any FootageSource
    let archive: Archive
    /// The camera's node id.
    let camera: String
    /// Whether the camera keeps accounts.
    let isKept: Bool
    let unsaved: UnsavedAccounts
    let logger: Logger

    /// Stores the camera's accounts of all epochs; returns their chain and its inconsistencies.
    func register() async throws -> Archive.Registration {
        var rows = try await client.accounts(isKept: isKept)
        // Without accounts, epochs are identified by their numbers alone.
        if !isKept { for index in rows.indices { rows[index].id = nil } }
        let forgotten = unsaved.add(rows)
        if !forgotten.isEmpty { _ = try await archive.register(forgotten + rows, of: camera, agrees: agrees) }
        let registration = try await archive.register(rows, of: camera, agrees: agrees)
        unsaved.remove(forgotten + rows)
        for finding in registration.findings {
            logger.warning("the camera's epochs are odd", metadata: ["camera": "\(camera)", "finding": "\(finding)"])
        }
        return registration
    }

    /// Begins the camera's hold for a recording, and stores where the recording begins.
    ///
    /// Can be repeated: the camera gives the same answer.
    func hold(_ recording: String, beforeMilliseconds: Int) async throws -> (FootageHold, EpochChain) {
        // Before the hold: a camera that is killed may have forgotten its answer, which must be stored at once.
        var chain = try await register().chain
        let hold = try await begin(recording, beforeMilliseconds)
        if let id = hold.epochID, chain.number(of: id) == nil { chain = try await register().chain }
        // A camera without any epoch, whose home was restored, may have had others before: they are not of this recording.
        let epoch =
            hold.epochID.map { chain.number(of: $0) ?? 0 } ?? chain.epochs.last { !$0.isTold }?.number ?? 0
        try await begin(recording, at: Self.edge(of: hold, in: epoch))
        if let id = hold.acknowledgedEpochID, let number = chain.number(of: id), let through = hold.acknowledged {
            chain.acknowledged = FragmentID(epoch: number, sequence: through)
        }
        return (hold, chain)
    }

    /// Begins the hold; a camera of an earlier version reaches back for an hour at the most.
    private func begin(_ recording: String, _ before: Int) async throws -> FootageHold {
        do {
            return try await client.hold(
                recording, FootageHoldRequest(beforeMilliseconds: before > 0 ? before : nil))
        } catch let problem as Problem where problem.status == 400 && before > Bounds.Before.range.upperBound {
            let most = Bounds.Before.clamp(before)
            return try await client.hold(recording, FootageHoldRequest(beforeMilliseconds: most))
        }
    }

    /// Lets recordings that were created again from their files begin where their camera's holds begin: what came before their first
    /// stored fragment was theirs, too.
    func keepBegins(of recordings: Set<String>, _ holds: [FootageHold], in chain: EpochChain) async throws {
        for hold in holds where recordings.contains(hold.recording) {
            guard let epoch = hold.epochID.flatMap(chain.number) else { continue }
            try await begin(hold.recording, at: Self.edge(of: hold, in: epoch))
        }
    }

    /// Stores where a recording begins, unless that is known: with the camera's hold, or with its first stored fragment if that is
    /// earlier, because its camera kept no accounts then.
    private func begin(_ recording: String, at edge: RecordingEdge) async throws {
        guard try await archive.store.recording(recording)?.begin == nil,
            let first = try await archive.store.runs(recording: recording).first
        else { return try await archive.store.begin(recording: recording, at: edge) }
        let stored = RecordingEdge(after: FragmentID(epoch: first.epoch, sequence: first.first - 1))
        try await archive.store.begin(recording: recording, at: stored.after < edge.after ? stored : edge)
    }

    /// The place at which a hold begins.
    private static func edge(of hold: FootageHold, in epoch: Int) -> RecordingEdge {
        hold.isNextEpoch
            ? RecordingEdge(after: FragmentID(epoch: epoch, sequence: RecordingEdge.endOfEpoch))
            : RecordingEdge(after: FragmentID(epoch: epoch, sequence: max(0, hold.sequence - 1)), total: hold.before)
    }

    /// Releases the camera's hold for a recording.
    func release(_ recording: String) async throws { try await client.release(recording) }

    /// Releases the camera's hold for a recording that has ended; tries again until the camera has answered.
    func releaseEnded(_ recording: String) async {
        guard isKept else {
            try? await releaseEnded()
            return
        }
        var backoff = Backoff(.seconds(1) ... .seconds(30))
        while !Task.isCancelled {
            do {
                return try await release(recording)
            } catch let problem as Problem where problem.status == 404 {
                return
            } catch {
                try? await Task.sleep(for: backoff.next())
            }
        }
    }

    /// Releases the camera's holds for all recordings of this recorder that are stopped in its archive, or gone.
    ///
    /// A camera without accounts has one hold: it is released if nothing is open.
    func releaseEnded() async throws {
        let open = try await archive.store.recordings().filter { $0.camera == camera && $0.state != .stopped }.map(\.id)
        guard isKept else {
            guard open.isEmpty else { return }
            return try await client.acknowledge(FootageAcknowledgement(epoch: 0, through: 0, isFinal: true))
        }
        for hold in try await client.holds() where !open.contains(hold.recording) { try await release(hold.recording) }
    }

    /// Whether the footage stored under a number without an id has the digests of the camera's epoch with an id.
    private func agrees(_ number: Int, _ id: String) async throws -> Bool {
        let theirs = try await client.manifest(from: id, after: 0, limit: 1_000).fragments.filter { $0.epochID == id }
        guard let first = theirs.first, let last = theirs.last, first.sequence <= last.sequence else { return false }
        var equal = 0
        for recording in try await archive.store.recordings() where recording.camera == camera {
            let ours = try await archive.digests(
                of: recording.id, epoch: number, sequences: first.sequence...last.sequence)
            for fragment in theirs {
                guard let digest = ours[fragment.sequence] else { continue }
                guard digest.hex == fragment.sha256 else { return false }
                equal += 1
            }
        }
        return equal > 0
    }
}
