// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import GStreamer
import Logging
import Wire

/// Builds each announced fragment from what the live lane brought, compares digests, fetches what differs, persists.
struct ArchiveAssembler {
    private let open: OpenRecording
    private let session: LiveSession
    private let client: ControlClient
    private let archive: Archive
    private let buffer: UnitBuffer
    private let node: NodeDescription
    private let logger: Logger
    private var next: FragmentID
    private var previous: FragmentAnnouncement?
    private var last: FragmentID?
    private var formats: [String: InitSegment] = [:]
    private var hasBegun = false
    /// The first moment that belongs to the recording, while the spool is searched for it.
    private var earliest: Tick?
    private var hasFootage = false

    init(
        open: OpenRecording, session: LiveSession, client: ControlClient, archive: Archive, buffer: UnitBuffer,
        node: NodeDescription, logger: Logger
    ) {
        (self.open, self.session, self.client) = (open, session, client)
        (self.archive, self.buffer, self.node, self.logger) = (archive, buffer, node, logger)
        next = FragmentID(epoch: session.epoch, sequence: session.nextSequence)
    }

    /// Persists fragments until the last one of a stopped recording, or until the link or the epoch ends.
    mutating func run(_ inputs: AsyncStream<OpenRecording.Input>) async throws -> RecordingSession.End {
        defer { open.keepUnannounced(OpenRecording.Unannounced(epoch: session.epoch, ticks: buffer.ticks)) }
        if let persisted = try await archive.lastFragment(of: open.recording.id) {
            next = FragmentID(epoch: persisted.epoch, sequence: persisted.sequence + 1)
            (hasBegun, hasFootage) = (true, true)
            try await catchUp(to: nil)
        } else if open.beforeMilliseconds > 0 {
            try await reachBack()
        }
        for await input in inputs {
            switch input {
            case .fragment(let announcement):
                try await take(announcement)
            case .capture(let state):
                guard state.epoch == session.epoch else { return .interrupted }
            case .stop:
                guard try await stop() else { return .finished }
            }
            if let last, next > last { return .finished }
        }
        return .interrupted
    }

    /// Takes what the spool has of the time before the recording was started, as far back as was asked for.
    private mutating func reachBack() async throws {
        let start = try await client.time().monotonic - Int64(open.beforeMilliseconds) * 1_000_000
        earliest = Tick(nanoseconds: start)
        next = FragmentID(epoch: session.epoch, sequence: 1)
        try await catchUp(to: nil)
        earliest = nil
        // What was cut off before the start is nobody's hole.
        if !hasBegun { next = FragmentID(epoch: session.epoch, sequence: session.nextSequence) }
    }

    /// Asks the camera which fragment is the last; false when there is nothing to wait for.
    private mutating func stop() async throws -> Bool {
        do {
            let end = try await client.closeLive(session.id)
            let final = FragmentID(epoch: end.epoch, sequence: end.lastSequence)
            last = final
            return next <= final
        } catch is Problem {
            return false
        }
    }

    private mutating func take(_ announcement: FragmentAnnouncement) async throws {
        let id = FragmentID(epoch: announcement.epoch, sequence: announcement.sequence)
        guard id >= next else { return }
        if id.epoch != next.epoch || id.sequence > next.sequence { try await catchUp(to: id) }
        if id >= next { try await persist(announcement) }
    }

    /// Persists what the spool holds from `next` on; up to a fragment that is at hand, or all of it.
    private mutating func catchUp(to limit: FragmentID?) async throws {
        for epoch in next.epoch...max(next.epoch, session.epoch) {
            var (after, more) = (epoch == next.epoch ? next.sequence - 1 : 0, true)
            while more {
                let manifest = try await client.manifest(epoch: epoch, after: after)
                for announcement in manifest.fragments {
                    after = announcement.sequence
                    let id = FragmentID(epoch: announcement.epoch, sequence: announcement.sequence)
                    if id >= next, limit.map({ id < $0 }) ?? true { try await persist(announcement) }
                }
                more = manifest.more && !manifest.fragments.isEmpty
            }
        }
    }

    private mutating func persist(_ announcement: FragmentAnnouncement) async throws {
        // A recording begins with a key frame: nothing could be shown before.
        guard hasBegun || announcement.isSync, earliest.map({ announcement.lastTick >= $0.rawValue }) ?? true else {
            return
        }
        hasBegun = true
        try await noteEpoch(announcement)
        try await noteHole(before: announcement)
        previous = announcement
        next = FragmentID(epoch: announcement.epoch, sequence: announcement.sequence + 1)
        let isLive = announcement.epoch == session.epoch && announcement.sequence >= session.nextSequence
        let ticks = Tick(rawValue: announcement.firstTick)...Tick(rawValue: announcement.lastTick)
        let patience = Duration.milliseconds(open.latencyMilliseconds + 500)
        let units = await buffer.take(ticks, patience: isLive ? patience : .zero)
        guard let (fragment, source) = try await fragment(announcement, units) else {
            try await lose(announcement)
            return
        }
        let stored = FragmentEntry(
            recording: open.recording.id, epoch: announcement.epoch, segment: announcement.segment,
            fragment: fragment, format: try await format(announcement), captured: announcement.captured,
            received: min(units.count, announcement.frames), source: source, persistedAt: wallNanoseconds())
        try await archive.append(stored, gaps: announcement.gaps)
        _ = open.complain(nil)
        try await client.acknowledge(
            FootageAcknowledgement(
                epoch: announcement.epoch, through: announcement.sequence, session: session.id))
    }

    /// The announced bytes: built from the live lane when the digest is the same, else fetched.
    private func fragment(
        _ announcement: FragmentAnnouncement, _ units: [AccessUnit]
    ) async throws -> (Fragment, FragmentSource)? {
        let base = Tick(rawValue: announcement.base)
        if units.count == announcement.frames {
            let built = try? Fragment(
                sequence: announcement.sequence, base: base, units: units,
                nominalInterval: announcement.nominalInterval)
            if let built, built.digest.hex == announcement.sha256 { return (built, .live) }
        }
        logger.info(
            "live lane did not bring a fragment whole, fetching it",
            metadata: ["sequence": "\(announcement.sequence)", "brought": "\(units.count)/\(announcement.frames)"])
        do {
            return (try Fragment(parsing: try await client.fragment(announcement), base: base), .backfill)
        } catch let problem as Problem where problem.status == 404 {
            return nil
        }
    }

    private mutating func format(_ announcement: FragmentAnnouncement) async throws -> InitSegment {
        if let known = formats[announcement.initDigest] { return known }
        if let format = buffer.format, case let own = InitSegment(format), own.digest.hex == announcement.initDigest {
            formats[announcement.initDigest] = own
            return own
        }
        let bytes = try await client.initSegment(epoch: announcement.epoch, digest: announcement.initDigest)
        let fetched = try InitSegment(parsing: bytes)
        formats[announcement.initDigest] = fetched
        return fetched
    }

    /// Another epoch within a recording is a gap in time, with the camera's reason.
    private mutating func noteEpoch(_ announcement: FragmentAnnouncement) async throws {
        guard announcement.epoch != previous?.epoch else { return }
        let capture = try await client.state().capture
        guard let capture else { return }
        try await archive.set(clock: capture, epoch: announcement.epoch, camera: open.recording.camera)
        guard
            try await archive.lastFragment(of: open.recording.id).map({ $0.epoch != announcement.epoch }) ?? false
        else { return }
        let reason = capture.epoch == announcement.epoch ? capture.began : GapReason.cameraRestarted.rawValue
        let lost = open.takeUnannounced(before: announcement.epoch)
        try await archive.note(
            [
                GapDescription(
                    epoch: lost?.epoch ?? announcement.epoch, firstTick: lost?.ticks.first ?? announcement.firstTick,
                    lastTick: lost?.ticks.last ?? announcement.firstTick, frames: lost?.ticks.count ?? 0, reason: reason
                )
            ],
            in: open.recording.id)
    }

    /// Sequence numbers that neither lane can bring any more; how many frames they had is told from their neighbours.
    private func noteHole(before announcement: FragmentAnnouncement) async throws {
        let isSameEpoch = announcement.epoch == next.epoch
        let expected = isSameEpoch ? next.sequence : 1
        guard previous != nil || hasFootage, announcement.sequence > expected else { return }
        let known = previous.flatMap { isSameEpoch ? $0.lastTick + $0.nominalInterval : nil }
        let span = known.map { max(0, announcement.firstTick - $0) / max(1, announcement.nominalInterval) }
        logger.warning("fragments are gone from the spool", metadata: ["before": "\(announcement.sequence)"])
        try await archive.note(
            [
                GapDescription(
                    epoch: announcement.epoch, firstTick: known ?? announcement.firstTick,
                    lastTick: announcement.firstTick,
                    frames: max(1, span.map(Int.init) ?? announcement.frames * (announcement.sequence - expected)),
                    reason: GapReason.spoolOverrun.rawValue)
            ],
            in: open.recording.id)
    }

    private func lose(_ announcement: FragmentAnnouncement) async throws {
        try await archive.note(
            [
                GapDescription(
                    epoch: announcement.epoch, firstTick: announcement.firstTick, lastTick: announcement.lastTick,
                    frames: announcement.captured,
                    reason: (announcement.spooled ? GapReason.spoolOverrun : .spoolFailed).rawValue)
            ],
            in: open.recording.id)
    }
}
