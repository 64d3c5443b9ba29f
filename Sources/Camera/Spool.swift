// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Logging
import Synchronization
import Wire

/// The camera's durable ring of fragments: each is synced, then announced, then served until it is trimmed.
///
/// Never a droppable reader: while the disk is slow it queues, and what it cannot take, or has not taken in time, is
/// announced as not spooled, for live video does not wait for a disk. Announcements keep the order of capture. What a recorder
/// still needs goes only when the ring is full.
final class Spool: Sendable {
    /// A fragment on its way to disk.
    struct Entry: Sendable {
        let epoch: Int
        let closed: ClosedFragment
        let nominalInterval: Int64
        let captured: Int
        let gaps: [GapDescription]
        fileprivate let outcome = Pending<Bool>()
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

    let store: FootageStore
    let holds: FootageHolds
    let description: NodeDescription
    private let settings: CameraSettings
    private let status: CaptureStatus
    private let events: EventFeed
    private let logger: Logger
    private let (entries, queue) = AsyncStream.makeStream(
        of: Entry.self, bufferingPolicy: .bufferingOldest(Spool.depth))
    private let (announcements, announcing) = AsyncStream.makeStream(of: Announcing.self)
    private let epochs: EpochCounter
    private let complaint = Mutex<String?>(nil)

    init(
        store: FootageStore, holds: FootageHolds, description: NodeDescription, settings: CameraSettings,
        status: CaptureStatus, events: EventFeed, logger: Logger
    ) {
        (self.store, self.holds, self.description, self.settings) = (store, holds, description, settings)
        epochs = EpochCounter(home: settings.home)
        (self.status, self.events, self.logger) = (status, events, logger)
    }

    /// The name under which an epoch's fragments are kept.
    static func recording(epoch: Int) -> String {
        let digits = String(epoch)
        return "epoch-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Begins an epoch: its number is on disk before anything is announced under it.
    func beginEpoch(clock: MediaClock, began: GapReason) async throws -> Int {
        let epoch = try await epochs.next(after: store.clocks(camera: description.id).map(\.epoch).max() ?? 0)
        try await store.set(
            EpochClock(
                camera: description.id, epoch: epoch, tick: Tick(rawValue: 0), utc: clock.utcAtTickZero,
                uncertainty: clock.uncertainty, began: began))
        try await store.open(
            Recording(
                id: Spool.recording(epoch: epoch), camera: description.id, cameraName: description.name,
                transport: "spool", startedAt: wallNanoseconds()))
        return epoch
    }

    /// Why the spool does not keep what it should; nil while it does.
    var trouble: String? { complaint.withLock { $0 } }

    /// Hands a fragment over; never waits.
    func submit(_ entry: Entry) {
        announcing.yield(Announcing(announcement: FragmentAnnouncement(entry), outcome: entry.outcome))
        if case .dropped = queue.yield(entry) { entry.outcome.resolve(false) }
    }

    /// Takes no more.
    func close() {
        queue.finish()
        announcing.finish()
    }

    /// Writes and announces fragments until the spool is closed and empty.
    func run() async {
        async let told: Void = announce()
        var (written, epoch) = (0, 0)
        for await entry in entries {
            do {
                if entry.epoch != epoch { try await endEpochs(before: entry.epoch) }
                epoch = entry.epoch
                try await keep(entry)
                entry.outcome.resolve(true)
                written += 1
                if written.isMultiple(of: 10) { _ = try await trim() }
            } catch {
                logger.error("spool failed", metadata: ["error": "\(error)"])
                complain("the spool cannot be written: \(error)")
                entry.outcome.resolve(false)
            }
        }
        await told
        await holds.save()
        try? await store.close()
    }

    /// Announces one fragment after the other, as soon as it is known what has become of it.
    private func announce() async {
        for await next in announcements {
            var announcement = next.announcement
            let outcome = await next.outcome.value(within: max(.milliseconds(10), next.deadline - .now))
            announcement.spooled = outcome ?? false
            if announcement.spooled {
                complain(nil)
            } else {
                logger.error("fragment not kept", metadata: ["sequence": "\(announcement.sequence)"])
                complain(trouble ?? "the spool cannot keep up: its disk has taken nothing for seconds")
            }
            events.publish(.fragment(announcement))
        }
    }

    /// Closes the files of epochs that are over, so that they can be trimmed.
    private func endEpochs(before epoch: Int) async throws {
        let current = Spool.recording(epoch: epoch)
        for var recording in try await store.recordings() where recording.state != .stopped && recording.id < current {
            (recording.state, recording.stoppedAt) = (.stopped, wallNanoseconds())
            try await store.update(recording)
        }
    }

    /// Writes a fragment; if that fails and old footage that nobody needs can make room, once more.
    private func keep(_ entry: Entry) async throws {
        do {
            try await write(entry)
        } catch {
            guard let removed = try? await trim(), removed > 0 else { throw error }
            try await write(entry)
        }
    }

    private func write(_ entry: Entry) async throws {
        let id = Spool.recording(epoch: entry.epoch)
        for gap in entry.gaps {
            guard let reason = GapReason(rawValue: gap.reason) else { continue }
            _ = try await store.add(
                Gap(
                    recording: id, epoch: gap.epoch, firstTick: Tick(rawValue: gap.firstTick),
                    lastTick: Tick(rawValue: gap.lastTick), frames: gap.frames, reason: reason))
        }
        _ = try await store.append(
            FragmentEntry(
                recording: id, epoch: entry.epoch, segment: entry.closed.segment, fragment: entry.closed.fragment,
                format: InitSegment(entry.closed.format), captured: entry.captured,
                received: entry.closed.fragment.frames, source: .capture, persistedAt: wallNanoseconds()))
        status.count { $0.spooled = ($0.spooled ?? 0) + entry.closed.fragment.frames }
    }

    /// Lets go of what is too old or too much, and of more when the disk is nearly full; returns how many files that were.
    private func trim() async throws -> Int {
        await holds.save()
        let free = try await store.trim(
            TrimPolicy(
                maximumBytes: settings.spoolBytes, sparedTicks: Int64(settings.spoolSeconds) * Tick.perSecond,
                reserveBytes: Spool.reserve, heldFrom: holds.lowest))
        let overrun = try await store.trim(TrimPolicy(maximumBytes: settings.spoolBytes))
        guard let first = overrun.first, let last = overrun.last else { return free.count }
        logger.error(
            "spool full: footage that a recorder still needs had to go",
            metadata: ["first": "\(first.first)", "last": "\(last.last)"])
        return free.count + overrun.count
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
            epoch: entry.epoch, sequence: fragment.sequence, segment: entry.closed.segment,
            base: fragment.base.rawValue, initDigest: InitSegment(format).digest.hex, codec: format.codec.rawValue,
            width: format.width, height: format.height, firstTick: fragment.firstTick.rawValue,
            lastTick: fragment.lastTick.rawValue, nominalInterval: entry.nominalInterval, frames: fragment.frames,
            bytes: fragment.bytes.count, sha256: fragment.digest.hex, isSync: fragment.isSync, captured: entry.captured,
            spooled: false, gaps: entry.gaps)
    }
}
