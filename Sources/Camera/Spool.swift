// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Logging
import Synchronization
import Wire

/// The camera's durable ring of fragments: each is synced, then announced, then served until it is trimmed.
///
/// Never a droppable reader: while the disk is slow it queues, and what it cannot take is announced as not spooled. What a
/// recorder still needs goes only when the ring is full.
final class Spool: Sendable {
    /// A fragment on its way to disk.
    struct Entry: Sendable {
        let epoch: Int
        let closed: ClosedFragment
        let nominalInterval: Int64
        let captured: Int
        let gaps: [GapDescription]
    }

    let store: FootageStore
    let holds: FootageHolds
    let description: NodeDescription
    private let settings: CameraSettings
    private let status: CaptureStatus
    private let events: EventFeed
    private let logger: Logger
    private let entries: AsyncStream<Entry>
    private let continuation: AsyncStream<Entry>.Continuation
    private let epochs: EpochCounter
    private let complaint = Mutex<String?>(nil)

    init(
        store: FootageStore, holds: FootageHolds, description: NodeDescription, settings: CameraSettings,
        status: CaptureStatus, events: EventFeed, logger: Logger
    ) {
        (self.store, self.holds, self.description, self.settings) = (store, holds, description, settings)
        epochs = EpochCounter(home: settings.home)
        (self.status, self.events, self.logger) = (status, events, logger)
        // Five fragments are 5 s or more: beyond that the disk is not slow but stalled.
        (entries, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(5))
    }

    /// The name under which an epoch's fragments are kept.
    static func recording(epoch: Int) -> String {
        let digits = String(epoch)
        return "epoch-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Begins an epoch: its number is on disk before anything is announced under it.
    func beginEpoch(clock: MediaClock) async throws -> Int {
        let epoch = try await epochs.next(after: store.clocks(camera: description.id).map(\.epoch).max() ?? 0)
        try await store.set(
            EpochClock(
                camera: description.id, epoch: epoch, tick: Tick(rawValue: 0), utc: clock.utcAtTickZero,
                uncertainty: clock.uncertainty))
        try await store.open(
            Recording(
                id: Spool.recording(epoch: epoch), camera: description.id, cameraName: description.name,
                transport: "spool", startedAt: wallNanoseconds()))
        return epoch
    }

    /// Why the spool does not keep what it should; nil while it does.
    var trouble: String? { complaint.withLock { $0 } }

    /// Hands a fragment over; never waits.
    ///
    /// What does not fit is announced without being kept.
    func submit(_ entry: Entry) {
        guard case .dropped = continuation.yield(entry) else { return }
        logger.error("spool stalled, fragment not kept", metadata: ["sequence": "\(entry.closed.fragment.sequence)"])
        complain("the spool cannot keep up: its disk has taken nothing for seconds")
        announce(entry, spooled: false)
    }

    /// Takes no more.
    func close() {
        continuation.finish()
    }

    /// Writes fragments until the spool is closed and empty.
    func run() async {
        var written = 0
        for await entry in entries {
            do {
                try await write(entry)
                announce(entry, spooled: true)
                complain(nil)
                written += 1
                if written.isMultiple(of: 10) { try await trim() }
            } catch {
                logger.error("spool failed", metadata: ["error": "\(error)"])
                complain("the spool cannot be written: \(error)")
                announce(entry, spooled: false)
            }
        }
        await holds.save()
        try? await store.close()
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

    private func trim() async throws {
        await holds.save()
        let held = holds.lowest
        _ = try await store.trim(
            TrimPolicy(
                maximumBytes: settings.spoolBytes, sparedTicks: Int64(settings.spoolSeconds) * Tick.perSecond,
                heldFrom: held))
        let overrun = try await store.trim(TrimPolicy(maximumBytes: settings.spoolBytes))
        guard let first = overrun.first, let last = overrun.last else { return }
        logger.error(
            "spool full: footage that a recorder still needs had to go",
            metadata: ["first": "\(first.first)", "last": "\(last.last)"])
    }

    private func complain(_ words: String?) {
        let isNew = complaint.withLock { complaint in
            defer { complaint = words }
            return complaint != words
        }
        if isNew { events.publish(.capture(status.capture)) }
    }

    private func announce(_ entry: Entry, spooled: Bool) {
        let (fragment, format) = (entry.closed.fragment, entry.closed.format)
        events.publish(
            .fragment(
                FragmentAnnouncement(
                    epoch: entry.epoch, sequence: fragment.sequence, segment: entry.closed.segment,
                    base: fragment.base.rawValue, initDigest: InitSegment(format).digest.hex,
                    codec: format.codec.rawValue,
                    width: format.width, height: format.height, firstTick: fragment.firstTick.rawValue,
                    lastTick: fragment.lastTick.rawValue, nominalInterval: entry.nominalInterval,
                    frames: fragment.frames,
                    bytes: fragment.bytes.count, sha256: fragment.digest.hex, isSync: fragment.isSync,
                    captured: entry.captured, spooled: spooled, gaps: entry.gaps)))
    }
}
