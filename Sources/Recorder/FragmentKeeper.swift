// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import GStreamer
import Logging
import Synchronization
import Wire

/// Brings a recording's fragments into the archive, and tells the camera up to where all of them are there.
final class FragmentKeeper: Sendable {
    /// How far a session is: what is still to come of all that it has met.
    private struct Progress {
        var awaited: Set<FragmentID> = []
        var reached: FragmentID?
    }

    private let open: OpenRecording
    private let session: LiveSession
    private let client: ControlClient
    private let archive: Archive
    private let buffer: UnitBuffer
    private let logger: Logger
    private let formats = Mutex<[String: InitSegment]>([:])
    private let progress = Mutex(Progress())

    init(
        open: OpenRecording, session: LiveSession, client: ControlClient, archive: Archive, buffer: UnitBuffer,
        logger: Logger
    ) {
        (self.open, self.session, self.client) = (open, session, client)
        (self.archive, self.buffer, self.logger) = (archive, buffer, logger)
    }

    /// A fragment will be kept later: nothing behind it is acknowledged before it.
    func expect(_ announcement: FragmentAnnouncement) {
        progress.withLock { _ = $0.awaited.insert(announcement.id) }
    }

    /// Keeps what the live lane brought, if it is what was announced; else fetches it.
    func keep(_ announcement: FragmentAnnouncement, units: [AccessUnit]) async throws {
        if units.count == announcement.frames {
            let built = try? Fragment(
                sequence: announcement.sequence, base: Tick(rawValue: announcement.base), units: units,
                nominalInterval: announcement.nominalInterval)
            if let built, built.digest.hex == announcement.sha256 {
                return try await keep(announcement, built, from: .live, received: units.count)
            }
        }
        logger.info(
            "live lane did not bring a fragment whole, fetching it",
            metadata: ["sequence": "\(announcement.sequence)", "brought": "\(units.count)/\(announcement.frames)"])
        try await keep(announcement, fetched: try await fetch(announcement), received: units.count)
    }

    /// Keeps what was fetched; writes a gap down when the camera did not have it any more.
    func keep(_ announcement: FragmentAnnouncement, fetched: Fragment?, received: Int = 0) async throws {
        if let fetched { return try await keep(announcement, fetched, from: .backfill, received: received) }
        let reason: GapReason = announcement.spooled ? .spoolOverrun : .spoolFailed
        try await archive.note(
            [
                GapDescription(
                    epoch: announcement.epoch, firstTick: announcement.firstTick, lastTick: announcement.lastTick,
                    frames: announcement.captured, reason: reason.rawValue)
            ],
            in: open.recording.id)
        try await acknowledge(announcement)
    }

    /// The announced bytes from the camera's spool, verified; nil when they are gone from it.
    func fetch(_ announcement: FragmentAnnouncement) async throws -> Fragment? {
        do {
            let bytes = try await client.fragment(announcement)
            return try Fragment(parsing: bytes, base: Tick(rawValue: announcement.base))
        } catch let problem as Problem where problem.status == 404 {
            return nil
        }
    }

    private func keep(
        _ announcement: FragmentAnnouncement, _ fragment: Fragment, from source: FragmentSource, received: Int
    ) async throws {
        let entry = FragmentEntry(
            recording: open.recording.id, epoch: announcement.epoch, segment: announcement.segment,
            fragment: fragment, format: try await format(announcement), captured: announcement.captured,
            received: min(received, announcement.frames), source: source, persistedAt: wallNanoseconds())
        try await archive.append(entry, gaps: announcement.gaps)
        _ = open.complain(nil)
        open.kept(announcement)
        try await acknowledge(announcement)
    }

    private func acknowledge(_ announcement: FragmentAnnouncement) async throws {
        let through = progress.withLock { progress in
            progress.awaited.remove(announcement.id)
            let reached = max(progress.reached ?? announcement.id, announcement.id)
            progress.reached = reached
            // Whatever is met is met in order, so that only what is awaited can be missing in front of it.
            return progress.awaited.min().map { FragmentID(epoch: $0.epoch, sequence: $0.sequence - 1) } ?? reached
        }
        try await client.acknowledge(
            FootageAcknowledgement(epoch: through.epoch, through: through.sequence, session: session.id))
    }

    private func format(_ announcement: FragmentAnnouncement) async throws -> InitSegment {
        if let known = formats.withLock({ $0[announcement.initDigest] }) { return known }
        let format: InitSegment
        if let live = buffer.format, case let own = InitSegment(live), own.digest.hex == announcement.initDigest {
            format = own
        } else {
            let bytes = try await client.initSegment(epoch: announcement.epoch, digest: announcement.initDigest)
            format = try InitSegment(parsing: bytes)
        }
        formats.withLock { $0[announcement.initDigest] = format }
        return format
    }
}

extension FragmentAnnouncement {
    /// Its name within the footage of its camera.
    var id: FragmentID { FragmentID(epoch: epoch, sequence: sequence) }
}
