// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Synchronization
import Tasks
import Wire

/// The camera's durable ring of fragments: each is synced, then announced, then served until it is trimmed.
///
/// Queues fragments while the disk is slow. If the queue is full or the disk stalls, announces a fragment as not spooled, because
/// live video does not wait for a disk. Announcements keep the order of capture. Footage that a recorder still needs is deleted
/// only when the ring is full.
final class Spool: Sendable {
    /// A fragment on its way to disk.
    struct Entry: Sendable {
        let epoch: EpochDescription
        let closed: ClosedFragment
        let nominalInterval: Int64
        let captured: Int
        /// The frames that the epoch has captured by the end of the fragment's window.
        let total: Int
        let gaps: [GapDescription]
        fileprivate let outcome = Pending<Bool>()
    }

    /// The end of an epoch: its last fragment and its count of frames.
    struct Ending: Sendable {
        let epoch: String
        let lastSequence: Int
        let lastTick: Int64
        let total: Int
    }

    private enum Item: Sendable {
        /// Stores the prepared epoch; resolves to whether it is on disk.
        case prepare(Pending<Bool>)
        case begin(String)
        case fragment(Entry)
        case end(Ending)
    }

    /// An announcement that waits for its turn, and for the result of its fragment's write.
    private struct Announcing: Sendable {
        let announcement: FragmentAnnouncement
        let outcome: Pending<Bool>
        let deadline = ContinuousClock.now + Spool.patience
    }

    /// The maximum number of queued fragments: at least 5 s of video, at most 80 MB.
    private static let depth = 5
    /// The space to leave free on a disk that is too small for the ring, in bytes: more than arrives between two trims.
    private static let reserve = 16_000_000
    /// The timeout for storing a fragment; a slower disk counts as stalled.
    private static let patience = Duration.seconds(5)
    /// The timeout for storing a prepared epoch before a capture begins.
    private static let beginPatience = Duration.seconds(2)

    let disk: SpoolDisk
    let holds: FootageHolds
    let epochs: EpochBook
    let description: NodeDescription
    private let settings: CameraSettings
    private let status: CaptureStatus
    private let events: EventFeed
    private let logger: Logger
    private let (items, queue) = AsyncStream.makeStream(of: Item.self)
    private let waiting = Atomic(0)
    private let (announcements, announcing) = AsyncStream.makeStream(of: Announcing.self)
    private let complaint = Mutex<String?>(nil)
    /// Announcements of fragments that were not stored in time, and may be later.
    private let late = Mutex<[FragmentID: FragmentAnnouncement]>([:])

    init(
        disk: SpoolDisk, holds: FootageHolds, epochs: EpochBook, description: NodeDescription, settings: CameraSettings,
        status: CaptureStatus, events: EventFeed, logger: Logger
    ) {
        (self.disk, self.holds, self.epochs) = (disk, holds, epochs)
        (self.description, self.settings) = (description, settings)
        (self.status, self.events, self.logger) = (status, events, logger)
    }

    /// The store's recording id for an epoch's fragments.
    static func recording(epoch: Int) -> String {
        "epoch-" + epoch.padded(to: 6)
    }

    /// Why the spool cannot store footage; nil if it can.
    var trouble: String? { complaint.withLock { $0 } }

    /// Stores that an epoch may begin, before its first frame, so that a kill cannot lose frames without a trace.
    ///
    /// Waits for the disk for at most 2 s, because the frames are worth more.
    func prepare(clock: MediaClock, began: GapReason) async {
        guard epochs.prepare(clock: clock, began: began) else { return }
        let written = Pending<Bool>()
        queue.yield(.prepare(written))
        if await written.value(within: Spool.beginPatience) != true {
            logger.warning("the capture begins, and that is not on the disk yet")
        }
    }

    /// Begins an epoch with its first frame; never waits.
    func begin(clock: MediaClock, began: GapReason, first: Tick, nominalInterval: Int64) -> EpochDescription {
        let device = CaptureDevice(
            make: settings.make, model: settings.model ?? status.device, orientation: settings.orientation)
        let epoch = epochs.begin(
            clock: clock, began: began, first: first, nominalInterval: nominalInterval, device: device)
        if let id = epoch.id { queue.yield(.begin(id)) }
        return epoch
    }

    /// Queues a fragment; never waits.
    func submit(_ entry: Entry) {
        announcing.yield(Announcing(announcement: FragmentAnnouncement(entry), outcome: entry.outcome))
        if waiting.load(ordering: .relaxed) < Spool.depth {
            waiting.add(1, ordering: .relaxed)
            queue.yield(.fragment(entry))
        } else {
            entry.outcome.resolve(false)
        }
    }

    /// Queues the end of an epoch after its fragments; never waits.
    func end(_ ending: Ending) {
        queue.yield(.end(ending))
    }

    /// Where fragments and segments end: a small ring has several segments, because only whole ones are deleted.
    var cuts: Fragmenter.Limits { Fragmenter.Limits(segmentBytes: max(1 << 20, settings.spoolBytes / 8)) }

    /// Ends the queues.
    func close() {
        queue.finish()
        announcing.finish()
    }

    /// Writes and announces fragments until the spool is closed and empty.
    func run() async {
        async let announced: Void = announce()
        var (written, bytes) = (0, 0)
        var place = SpoolPlace()
        for await item in items {
            switch item {
            case .prepare(let written):
                written.resolve((try? await epochs.savePrepared()) != nil)
            case .begin(let epoch):
                // If a full disk refuses it now, the first fragment retries it.
                if (try? await epochs.saveNew(epoch)) != nil { place.accounted = epoch }
            case .fragment(let entry):
                waiting.subtract(1, ordering: .relaxed)
                place.see(entry)
                do {
                    try await keep(entry, &place)
                    entry.outcome.resolve(true)
                    announceLate(entry)
                    written += 1
                    bytes += entry.closed.fragment.bytes.count
                    guard written.isMultiple(of: 10) || bytes >= settings.spoolBytes / 16 else { continue }
                    bytes = 0
                    _ = try await trim()
                } catch {
                    logger.error("spool failed", metadata: ["error": "\(error)"])
                    complain("the spool cannot be written: \(error)")
                    entry.outcome.resolve(false)
                    await noteRefused(entry, place)
                }
            case .end(let ending):
                await finish(ending, place)
            }
        }
        await announced
        await epochs.forgetPrepared()
        await holds.save()
        await disk.close()
    }

    /// Announces each fragment in order, once its write has succeeded, failed or timed out.
    private func announce() async {
        for await next in announcements {
            var announcement = next.announcement
            let outcome = await next.outcome.value(within: max(.milliseconds(10), next.deadline - .now))
            announcement.spooled = outcome ?? false
            // Even if the fragment was not stored, a recording that begins after it counts from here.
            if let total = announcement.total,
                holds.resolve(epoch: announcement.epoch, after: announcement.sequence, total: total)
            {
                await holds.save()
            }
            if outcome == nil {
                let (id, kept) = (FragmentID(epoch: announcement.epoch, sequence: announcement.sequence), announcement)
                late.withLock { $0[id] = kept }
            }
            if announcement.spooled {
                complain(nil)
            } else {
                logger.error("fragment not kept", metadata: ["sequence": "\(announcement.sequence)"])
                complain(trouble ?? "the spool cannot keep up: its disk has taken nothing for seconds")
            }
            events.publish(.fragment(announcement))
        }
    }

    /// Announces a fragment again that was stored after its announcement as not spooled, so that recorders fetch it.
    private func announceLate(_ entry: Entry) {
        let id = FragmentID(epoch: entry.epoch.epoch, sequence: entry.closed.fragment.sequence)
        guard var announcement = late.withLock({ $0.removeValue(forKey: id) }) else { return }
        announcement.spooled = true
        events.publish(.fragment(announcement))
    }

    /// Writes a fragment; if that fails and a trim frees space, retries once.
    private func keep(_ entry: Entry, _ place: inout SpoolPlace) async throws {
        do {
            try await write(entry, &place)
        } catch let error as FootageError where error.isGone {
            // What it had is lost, and stands in the account as the hole before this fragment.
            logger.error("the spool begins anew", metadata: ["error": "\(error)"])
            await disk.forget()
            place.forget()
            try await write(entry, &place)
        } catch {
            guard let removed = try? await trim(), removed > 0 else { throw error }
            try await write(entry, &place)
        }
    }

    private func write(_ entry: Entry, _ place: inout SpoolPlace) async throws {
        guard let epoch = entry.epoch.id else { return }
        // Even a full disk can store an account, because space is reserved for it.
        if place.accounted != epoch {
            try await epochs.saveNew(epoch)
            place.accounted = epoch
        }
        let store = try await disk.store()
        let id = Spool.recording(epoch: entry.epoch.epoch)
        if place.epoch != epoch {
            try await begin(entry.epoch, store)
            place.begin(epoch)
        }
        let gaps = entry.gaps.map { gap in
            var kept = Gap(
                recording: id, epoch: gap.epoch, firstTick: Tick(rawValue: gap.firstTick),
                lastTick: Tick(rawValue: gap.lastTick), frames: gap.frames,
                reason: GapReason(rawValue: gap.reason))
            kept.sequences = entry.closed.fragment.sequence...entry.closed.fragment.sequence
            return kept
        }
        let stored = FragmentEntry(
            recording: id, epoch: entry.epoch.epoch, segment: entry.closed.segment, fragment: entry.closed.fragment,
            format: InitSegment(entry.closed.format), captured: entry.captured, total: entry.total,
            received: entry.closed.fragment.frames, source: .capture, persistedAt: wallNanoseconds())
        _ = try await store.append([stored], gaps: gaps)
        status.count { $0.spooled = ($0.spooled ?? 0) + entry.closed.fragment.frames }
        let hole = place.hole(before: entry)
        let isNewSegment = entry.closed.segment != place.segment
        place.move(behind: entry)
        let (now, fragment) = (place, entry.closed.fragment)
        epochs.update(epoch) { row in
            (row.lastSequence, row.lastTick) = (fragment.sequence, fragment.lastTick.rawValue)
            row.captured = now.total
            if let hole { row.note(hole) }
        }
        // Not for each fragment: the account can be completed from the catalog.
        if hole != nil || isNewSegment { await save(epoch) }
    }

    /// Stores in the account which footage the disk has refused: a killed camera would not know why it is missing.
    private func noteRefused(_ entry: Entry, _ place: SpoolPlace) async {
        guard let epoch = entry.epoch.id, place.accounted == epoch, let lost = place.lost(through: entry) else {
            return
        }
        epochs.update(epoch) { $0.note(lost) }
        await save(epoch)
    }

    /// Begins an epoch in the spool; its account must be on disk.
    private func begin(_ epoch: EpochDescription, _ store: any FootageArchive) async throws {
        try await endEpochs(before: epoch.epoch, store)
        try await store.begin(epoch, of: description)
    }

    /// Completes the account of an ended epoch.
    private func finish(_ ending: Ending, _ place: SpoolPlace) async {
        epochs.update(ending.epoch) { row in
            let tail = place.tail(of: ending)
            (row.lastSequence, row.lastTick) = (ending.lastSequence, ending.lastTick)
            (row.captured, row.ended) = (ending.total, .inOrder)
            if let tail { row.note(tail) }
        }
        await save(ending.epoch)
    }

    private func save(_ epoch: String) async {
        do {
            try await epochs.save(epoch)
        } catch {
            logger.warning("an epoch's account is not written down", metadata: ["error": "\(error)"])
        }
    }

    /// Closes the files of ended epochs, so that they can be trimmed.
    private func endEpochs(before epoch: Int, _ store: any FootageArchive) async throws {
        try await store.endRecordings(
            of: description.id, before: Spool.recording(epoch: epoch), epoch: epoch, at: wallNanoseconds())
    }

    /// Deletes footage beyond the limits of age, size and free space; returns the number of deleted files.
    private func trim() async throws -> Int {
        await holds.save()
        let store = try await disk.store()
        let free = try await store.trim(
            TrimPolicy(
                maximumBytes: settings.spoolBytes, sparedTicks: Int64(settings.spoolSeconds) * Tick.perSecond,
                reserveBytes: Spool.reserve, heldFrom: holds.lowest)
        ) { [self] in await lose($0, LostFootage.trimmed) }
        let overrun = try await store.trim(TrimPolicy(maximumBytes: settings.spoolBytes)) { [self] in
            await lose($0, GapReason.spoolOverrun.rawValue)
        }
        if !free.isEmpty || !overrun.isEmpty { try await forgetEpochs(store) }
        guard let first = overrun.first, let last = overrun.last else { return free.count }
        logger.error(
            "spool full: footage that a recorder still needs had to go",
            metadata: ["first": "\(first.first)", "last": "\(last.last)"])
        return free.count + overrun.count
    }

    /// Stores in the accounts which footage is about to be deleted, and why.
    private func lose(_ segments: [TrimmedSegment], _ reason: String) async {
        var changed: Set<String> = []
        for trimmed in segments {
            guard let epoch = epochs.id(of: trimmed.segment.epoch), let before = trimmed.before,
                let total = trimmed.total
            else { continue }
            let lost = LostFootage(
                sequences: trimmed.first.sequence...trimmed.last.sequence,
                ticks: trimmed.firstTick.rawValue...trimmed.lastTick.rawValue, before: before,
                frames: max(0, total - before), reason: reason)
            epochs.update(epoch) { $0.note(lost) }
            changed.insert(epoch)
        }
        for epoch in changed { await save(epoch) }
    }

    /// Deletes the accounts of epochs without footage that no recording needs.
    private func forgetEpochs(_ store: any FootageArchive) async throws {
        let present = Set(try await store.recordings().map(\.id))
        // A running epoch has no footage in the spool before its first fragment, which a full disk can delay for long.
        for row in epochs.all
        where row.ended != .running && !present.contains(Spool.recording(epoch: row.epoch)) {
            epochs.hasNoFootage(of: row.epoch)
        }
        let lowest = holds.lowest
        await epochs.forget { row in lowest.map { row.epoch < $0.epoch } ?? true }
    }

    private func complain(_ words: String?) {
        let isNew = complaint.withLock { complaint in
            defer { complaint = words }
            return complaint != words
        }
        if isNew { events.publish(.capture(status.capture)) }
    }
}

extension FragmentAnnouncement {
    /// The announcement of a fragment that is not spooled yet.
    fileprivate init(_ entry: Spool.Entry) {
        let (fragment, format) = (entry.closed.fragment, entry.closed.format)
        self.init(
            epoch: entry.epoch.epoch, sequence: fragment.sequence, segment: entry.closed.segment,
            base: fragment.base.rawValue, initDigest: InitSegment(format).digest.hex, codec: format.codec.rawValue,
            width: format.width, height: format.height, firstTick: fragment.firstTick.rawValue,
            lastTick: fragment.lastTick.rawValue, nominalInterval: entry.nominalInterval, frames: fragment.frames,
            bytes: fragment.bytes.count, sha256: fragment.digest.hex, isSync: fragment.isSync, captured: entry.captured,
            spooled: false, gaps: entry.gaps)
        (epochID, total) = (entry.epoch.id, entry.total)
    }
}
