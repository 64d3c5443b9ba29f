// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Synchronization
import Tasks
import Wire

/// The camera's durable ring of fragments: each is synced, then announced, then served until it is trimmed.
///
/// Never a droppable reader: while the disk is slow it queues, and what it cannot take, or has not taken in time, is
/// announced as not spooled, for live video does not wait for a disk. Announcements keep the order of capture. What a recorder
/// still needs goes only when the ring is full.
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

    /// How an epoch ended: with its last fragment, and everything counted.
    struct Ending: Sendable {
        let epoch: String
        let lastSequence: Int
        let lastTick: Int64
        let total: Int
    }

    private enum Item: Sendable {
        /// An epoch may begin at any moment: resolved with whether that is on the disk.
        case prepare(Pending<Bool>)
        case begin(String)
        case fragment(Entry)
        case end(Ending)
    }

    /// An announcement that waits for its turn, and for what becomes of its fragment.
    private struct Announcing: Sendable {
        let announcement: FragmentAnnouncement
        let outcome: Pending<Bool>
        let deadline = ContinuousClock.now + Spool.patience
    }

    /// What may wait for the disk: 5 s of video or more, and 80 MB at the most.
    private static let depth = 5
    /// What the ring leaves of a disk that is too small for it: more than comes until it is looked at again.
    private static let reserve = 16 << 20
    /// A disk that takes longer for a fragment is not slow but stalled.
    private static let patience = Duration.seconds(5)
    /// So long a capture waits until it is on the disk that it begins.
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

    /// The name under which an epoch's fragments are kept.
    static func recording(epoch: Int) -> String {
        "epoch-" + epoch.padded(to: 6)
    }

    /// Why the spool does not keep what it should; nil while it does.
    var trouble: String? { complaint.withLock { $0 } }

    /// Writes down that an epoch may begin, before there is a frame that a kill could take away without a trace.
    ///
    /// A disk that has not taken it within 2 s is not waited for: the frames are worth more.
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
        let epoch = epochs.begin(clock: clock, began: began, first: first, nominalInterval: nominalInterval)
        if let id = epoch.id { queue.yield(.begin(id)) }
        return epoch
    }

    /// Hands a fragment over; never waits.
    func submit(_ entry: Entry) {
        announcing.yield(Announcing(announcement: FragmentAnnouncement(entry), outcome: entry.outcome))
        if waiting.load(ordering: .relaxed) < Spool.depth {
            waiting.add(1, ordering: .relaxed)
            queue.yield(.fragment(entry))
        } else {
            entry.outcome.resolve(false)
        }
    }

    /// An epoch has ended behind the fragments that were handed over; never waits.
    func end(_ ending: Ending) {
        queue.yield(.end(ending))
    }

    /// Takes no more.
    func close() {
        queue.finish()
        announcing.finish()
    }

    /// Writes and announces fragments until the spool is closed and empty.
    func run() async {
        async let announced: Void = announce()
        var written = 0
        var place = SpoolPlace()
        for await item in items {
            switch item {
            case .prepare(let written):
                written.resolve((try? await epochs.savePrepared()) != nil)
            case .begin(let epoch):
                // What a full disk does not take now is tried once more with the first fragment.
                if (try? await epochs.saveNew(epoch)) != nil { place.accounted = epoch }
            case .fragment(let entry):
                waiting.subtract(1, ordering: .relaxed)
                do {
                    try await keep(entry, &place)
                    entry.outcome.resolve(true)
                    announceLate(entry)
                    written += 1
                    if written.isMultiple(of: 10) { _ = try await trim() }
                } catch {
                    logger.error("spool failed", metadata: ["error": "\(error)"])
                    complain("the spool cannot be written: \(error)")
                    entry.outcome.resolve(false)
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

    /// Announces one fragment after the other, as soon as it is known what has become of it.
    private func announce() async {
        for await next in announcements {
            var announcement = next.announcement
            let outcome = await next.outcome.value(within: max(.milliseconds(10), next.deadline - .now))
            announcement.spooled = outcome ?? false
            // Kept or not: a recording that begins behind it counts from here.
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

    /// Announces once more what was stored after it had been announced as not stored: a recorder fetches it then.
    private func announceLate(_ entry: Entry) {
        let id = FragmentID(epoch: entry.epoch.epoch, sequence: entry.closed.fragment.sequence)
        guard var announcement = late.withLock({ $0.removeValue(forKey: id) }) else { return }
        announcement.spooled = true
        events.publish(.fragment(announcement))
    }

    /// Writes a fragment; if that fails and old footage that no recorder needs can make room, once more.
    private func keep(_ entry: Entry, _ place: inout SpoolPlace) async throws {
        do {
            try await write(entry, &place)
        } catch {
            guard let removed = try? await trim(), removed > 0 else { throw error }
            try await write(entry, &place)
        }
    }

    private func write(_ entry: Entry, _ place: inout SpoolPlace) async throws {
        guard let epoch = entry.epoch.id else { return }
        // A full disk takes an account, and nothing else: room is kept for it.
        if place.accounted != epoch {
            try await epochs.saveNew(epoch)
            place.accounted = epoch
        }
        let store = try await disk.store()
        let id = Spool.recording(epoch: entry.epoch.epoch)
        if place.epoch != epoch {
            try await begin(entry.epoch, store)
            place.begin(epoch, at: entry.closed.fragment.firstTick)
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
            if let hole { row.lost = ((row.lost ?? []) + [hole]).merged }
        }
        // The catalog knows the fragment; the account can be completed from it.
        if hole != nil || isNewSegment { await save(epoch) }
    }

    /// Begins an epoch in the spool, whose account is on the disk.
    private func begin(_ epoch: EpochDescription, _ store: any FootageArchive) async throws {
        guard let id = epoch.id else { return }
        try await endEpochs(before: epoch.epoch, store)
        try await store.set(
            EpochClock(
                camera: description.id, epoch: epoch.epoch, tick: Tick(rawValue: 0), utc: epoch.utcAtTickZero,
                uncertainty: epoch.uncertainty, began: GapReason(rawValue: epoch.began),
                account: EpochAccount(
                    id: id, predecessor: epoch.predecessor, cameraEpoch: epoch.epoch,
                    nominalInterval: epoch.nominalInterval ?? 3_000)))
        try await store.open(
            Recording(
                id: Spool.recording(epoch: epoch.epoch), camera: description.id, cameraName: description.name,
                transport: "spool", startedAt: wallNanoseconds()))
    }

    /// Completes the account of an epoch that is over.
    private func finish(_ ending: Ending, _ place: SpoolPlace) async {
        epochs.update(ending.epoch) { row in
            let tail = place.tail(of: ending)
            (row.lastSequence, row.lastTick) = (ending.lastSequence, ending.lastTick)
            (row.captured, row.ended) = (ending.total, .inOrder)
            if let tail { row.lost = ((row.lost ?? []) + [tail]).merged }
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

    /// Closes the files of epochs that are over, so that they can be trimmed.
    private func endEpochs(before epoch: Int, _ store: any FootageArchive) async throws {
        try await store.endRecordings(
            of: description.id, before: Spool.recording(epoch: epoch), epoch: epoch, at: wallNanoseconds())
    }

    /// Lets go of what is too old or too much, and of more when the disk is nearly full; returns how many files that were.
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

    /// Writes down what is about to go, and why.
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
            epochs.update(epoch) { $0.lost = (($0.lost ?? []) + [lost]).merged }
            changed.insert(epoch)
        }
        for epoch in changed { await save(epoch) }
    }

    /// Forgets the accounts of epochs of which nothing is left and that no recording needs.
    private func forgetEpochs(_ store: any FootageArchive) async throws {
        let present = Set(try await store.recordings().map(\.id))
        // What runs has nothing in the spool before its first fragment, and on a full disk for long.
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
    /// A fragment that is in no spool yet.
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
