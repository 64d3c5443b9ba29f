// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Synchronization
import Tasks
import Wire

/// Stores a recording's fragments in the archive, and acknowledges to the camera up to where all of them are stored.
final class FragmentKeeper: Sendable {
    /// The result of fetching a fragment.
    enum Fetched: Sendable {
        case fragment(Fragment)
        /// The camera cannot deliver it any more, for this reason.
        case missing(GapReason)
    }

    /// A session's progress through the announced fragments.
    private struct Progress {
        var awaited: Set<FragmentID> = []
        var reached: FragmentID?
        /// The camera's ids of the epochs, by this recorder's numbers.
        var epochs: [Int: String] = [:]
        /// Fragments that the camera did not have when they were requested; it may store them late.
        var missing: Set<FragmentID> = []
    }

    /// The maximum number of requests for a fragment whose bytes are wrong, and the delay between them.
    private static let (attempts, pause) = (3, Duration.milliseconds(250))

    private let open: OpenRecording
    private let session: LiveSession?
    private let client: any FootageSource
    private let archive: Archive
    private let buffer: UnitBuffer
    private let logger: Logger
    private let publish: @Sendable () async -> Void
    private let formats = Mutex<[String: InitSegment]>([:])
    private let progress = Mutex(Progress())

    /// - Parameter publish: publishes the recording's state, when its first fragment is stored and when its trouble is over.
    init(
        open: OpenRecording, session: LiveSession?, client: any FootageSource, archive: Archive, buffer: UnitBuffer,
        logger: Logger, publish: @escaping @Sendable () async -> Void = {}
    ) {
        self.publish = publish
        (self.open, self.session, self.client) = (open, session, client)
        (self.archive, self.buffer, self.logger) = (archive, buffer, logger)
    }

    /// Notes that a fragment will be stored later, so that no later one is acknowledged before it.
    func expect(_ announcement: FragmentAnnouncement) {
        progress.withLock { _ = $0.awaited.insert(announcement.id) }
    }

    /// Returns whether the camera did not have a fragment when it was requested, and forgets that.
    func wasMissing(_ id: FragmentID) -> Bool {
        progress.withLock { $0.missing.remove(id) != nil }
    }

    /// Stores the units of the live lane if their digest is the announced one; otherwise fetches the fragment.
    func keep(_ announcement: FragmentAnnouncement, units: [AccessUnit]) async throws {
        if units.count == announcement.frames {
            let built = try? Fragment(
                sequence: announcement.sequence, base: Tick(rawValue: announcement.base), units: units,
                nominalInterval: announcement.nominalInterval)
            if let built, built.digest.hex == announcement.sha256 {
                return try await store([(announcement, built)], from: .live, received: units.count)
            }
        }
        logger.info(
            "live lane did not bring a fragment whole, fetching it",
            metadata: ["sequence": "\(announcement.sequence)", "brought": "\(units.count)/\(announcement.frames)"])
        try await keep([(announcement, try await fetch(announcement))], received: units.count)
    }

    /// Stores fetched fragments, and gaps in place of missing ones.
    ///
    /// - Parameters:
    ///   - fetched: fragments in the order of capture.
    ///   - received: the number of frames of each that the live lane delivered.
    func keep(_ fetched: [(FragmentAnnouncement, Fetched)], received: Int = 0) async throws {
        var found: [(FragmentAnnouncement, Fragment)] = []
        for (announcement, result) in fetched {
            switch result {
            case .fragment(let fragment): found.append((announcement, fragment))
            case .missing(let reason):
                logger.warning(
                    "a fragment is gone from the spool",
                    metadata: ["fragment": "\(announcement.id)", "reason": "\(reason.rawValue)"])
                let gap = announcement.gap(because: reason)
                let stored = try await archive.unannounced(in: open.recording.id)
                try await archive.note(gap.without(stored), in: open.recording.id)
                progress.withLock { _ = $0.missing.insert(announcement.id) }
                try await acknowledge([announcement])
            }
        }
        try await store(found, from: .backfill, received: received)
    }

    /// Fetches an announced fragment from the camera's spool and verifies it.
    ///
    /// Gives up after a few attempts with wrong bytes, so that one damaged fragment does not block the others.
    func fetch(_ announcement: FragmentAnnouncement) async throws -> Fetched {
        for attempt in 1... {
            do {
                let bytes = try await client.checkedFragment(announcement)
                let fragment = try Fragment(parsing: bytes, base: Tick(rawValue: announcement.base))
                guard announcement.describes(fragment) else {
                    throw MediaError.malformed("a fragment with other frames than were announced")
                }
                return .fragment(fragment)
            } catch let problem as Problem where problem.status == 404 {
                return .missing(announcement.spooled ? .spoolOverrun : .spoolFailed)
            } catch let problem as Problem where problem.status == 409 && !announcement.spooled {
                return .missing(.spoolFailed)
            } catch let problem as Problem where problem.status == 410 && attempt >= Self.attempts {
                return .missing(.spoolDamaged)
            } catch let problem as Problem where problem.status == 410 {
                try await Task.sleep(for: Self.pause)
            } catch is DamagedFootage where attempt < Self.attempts {
                try await Task.sleep(for: Self.pause)
            } catch is DamagedFootage {
                return .missing(.spoolDamaged)
            } catch is MediaError {
                return .missing(.spoolDamaged)
            }
        }
        throw CancellationError()
    }

    private func store(
        _ fragments: [(FragmentAnnouncement, Fragment)], from source: FragmentSource, received: Int
    ) async throws {
        guard !fragments.isEmpty else { return }
        var entries: [FragmentEntry] = []
        for (announcement, fragment) in fragments {
            entries.append(
                FragmentEntry(
                    recording: open.recording.id, epoch: announcement.epoch, segment: announcement.segment,
                    fragment: fragment, format: try await format(announcement), captured: announcement.captured,
                    total: announcement.total, received: min(received, announcement.frames), source: source,
                    persistedAt: wallNanoseconds()))
        }
        do {
            try await archive.append(entries, gaps: fragments.flatMap(\.0.gaps))
        } catch FootageError.conflict where fragments.count > 1 {
            for fragment in fragments { try await store([fragment], from: source, received: received) }
            return
        } catch FootageError.conflict {
            // Two fragments have one id, although ids are unique: the archive keeps the one that it acknowledged first.
            logger.error(
                "another fragment is stored under this name", metadata: ["fragment": "\(fragments[0].0.id)"])
        }
        let isNews = open.complain(nil) || !open.hasKept
        for (announcement, _) in fragments { open.kept(announcement) }
        try await acknowledge(fragments.map(\.0))
        if isNews || open.isTroubleNews { await publish() }
    }

    /// Acknowledges up to where all fragments are stored or known to be missing.
    private func acknowledge(_ announcements: [FragmentAnnouncement]) async throws {
        guard let last = announcements.last else { return }
        let (through, epoch) = progress.withLock { progress in
            for announcement in announcements {
                progress.epochs[announcement.epoch] = announcement.epochID
                progress.awaited.remove(announcement.id)
                progress.reached = max(progress.reached ?? announcement.id, announcement.id)
            }
            // Announcements are processed in order, so that only awaited fragments can be missing before this one.
            let through =
                progress.awaited.min().map { FragmentID(epoch: $0.epoch, sequence: $0.sequence - 1) }
                ?? progress.reached ?? last.id
            return (through, progress.epochs[through.epoch])
        }
        // Without the epoch's id, the camera could mistake the number for one of its own.
        guard epoch != nil || last.epochID == nil else { return }
        try await client.acknowledge(
            FootageAcknowledgement(
                epoch: through.epoch, through: through.sequence, session: session?.id,
                recording: epoch == nil ? nil : open.recording.id, epochID: epoch))
    }

    private func format(_ announcement: FragmentAnnouncement) async throws -> InitSegment {
        if let known = formats.withLock({ $0[announcement.initDigest] }) { return known }
        let format: InitSegment
        if let live = buffer.format, case let own = InitSegment(live), own.digest.hex == announcement.initDigest {
            format = own
        } else {
            format = try InitSegment(parsing: try await client.checkedInitSegment(of: announcement))
        }
        formats.withLock { $0[announcement.initDigest] = format }
        return format
    }
}

extension FragmentAnnouncement {
    /// The fragment's id within the footage of its camera.
    var id: FragmentID { FragmentID(epoch: epoch, sequence: sequence) }

    /// Whether a fragment has the announced sequence, ticks and number of frames.
    func describes(_ fragment: Fragment) -> Bool {
        fragment.sequence == sequence && fragment.frames == frames && fragment.firstTick.rawValue == firstTick
            && fragment.lastTick.rawValue == lastTick
    }

    /// A copy with this recorder's number of the epoch.
    func numbered(_ number: Int) -> FragmentAnnouncement {
        var copy = self
        copy.epoch = number
        for index in copy.gaps.indices {
            copy.gaps[index].epoch = number
            (copy.gaps[index].firstSequence, copy.gaps[index].lastSequence) = (sequence, sequence)
            copy.gaps[index].before = nil
        }
        return copy
    }

    /// All its frames as a gap.
    func gap(because reason: GapReason) -> GapDescription {
        var gap = GapDescription(
            epoch: epoch, firstTick: firstTick, lastTick: lastTick, frames: captured, reason: reason.rawValue)
        (gap.firstSequence, gap.lastSequence, gap.before) = (sequence, sequence, before)
        return gap
    }
}
