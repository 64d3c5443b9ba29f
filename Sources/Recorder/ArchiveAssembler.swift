// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import GStreamer
import Logging
import Wire

/// Goes through a recording's fragments in the order of capture: those that live video brings are kept one by one, those
/// that it cannot bring any more are fetched beside it, and what is in nobody's hands is written down.
struct ArchiveAssembler {
    /// The end of a fragment, behind which the next one is looked for.
    struct Edge {
        let id: FragmentID
        let segment: Int
        let lastTick: Int64
        let interval: Int64
    }

    let open: OpenRecording
    let session: LiveSession
    let client: ControlClient
    let archive: Archive
    let logger: Logger
    private let buffer: UnitBuffer
    private let keeper: FragmentKeeper
    private let backfill: Backfill
    private var next: FragmentID
    var previous: Edge?
    private var last: FragmentID?
    /// The first moment that belongs to the recording, while the spool is searched for it.
    private var earliest: Tick?

    init(
        open: OpenRecording, session: LiveSession, client: ControlClient, archive: Archive, buffer: UnitBuffer,
        keeper: FragmentKeeper, backfill: Backfill, logger: Logger
    ) {
        (self.open, self.session, self.client, self.archive) = (open, session, client, archive)
        (self.buffer, self.keeper, self.backfill, self.logger) = (buffer, keeper, backfill, logger)
        next = FragmentID(epoch: session.epoch, sequence: session.nextSequence)
    }

    /// Keeps fragments until the last one of a stopped recording, or until the link or the epoch ends.
    mutating func run(_ inputs: AsyncStream<OpenRecording.Input>) async throws -> RecordingSession.End {
        // The same epoch: whatever was in hand will be announced.
        _ = open.takeUnannounced { $0.id.epoch == session.epoch }
        defer { keepUnannounced() }
        if let edge = try await archive.firstOpenEnd(of: open.recording.id) {
            (previous, next) = (Edge(edge), edge.id.next)
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
                guard try await stop() else { return await finish() }
            }
            if let last, next > last { return await finish() }
        }
        return .interrupted
    }

    /// Remembers what was brought of the fragment in progress, should it never be announced.
    private func keepUnannounced() {
        guard let previous, previous.id.epoch == session.epoch, next.sequence >= session.nextSequence,
            let format = buffer.format
        else { return open.keepUnannounced(nil) }
        let units = buffer.units.drop { $0.tick.rawValue <= previous.lastTick }
        guard units.first?.isSync == true else { return open.keepUnannounced(nil) }
        open.keepUnannounced(
            OpenRecording.Unannounced(
                id: next, segment: previous.segment, units: Array(units), format: format,
                nominalInterval: previous.interval))
    }

    /// All fragments have been met; some may still be on their way.
    private func finish() async -> RecordingSession.End {
        await backfill.finish()
        return .finished
    }

    /// Takes what the spool has of the time before the recording was started, as far back as was asked for.
    private mutating func reachBack() async throws {
        let start = try await client.time().monotonic - Int64(open.beforeMilliseconds) * 1_000_000
        earliest = Tick(nanoseconds: start)
        next = FragmentID(epoch: session.epoch, sequence: 1)
        try await catchUp(to: nil)
        earliest = nil
        // What was cut off before the start is nobody's hole.
        if previous == nil { next = FragmentID(epoch: session.epoch, sequence: session.nextSequence) }
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
        guard announcement.id >= next else { return }
        if announcement.id.epoch != next.epoch || announcement.id > next { try await catchUp(to: announcement.id) }
        if announcement.id >= next { try await meet(announcement) }
    }

    /// Meets what the spool holds from `next` on; up to a fragment that is at hand, or all of it.
    private mutating func catchUp(to limit: FragmentID?) async throws {
        for epoch in next.epoch...max(next.epoch, session.epoch) {
            try await client.eachPage(epoch: epoch, after: epoch == next.epoch ? next.sequence - 1 : 0) { page in
                guard let first = page.first, let end = page.last else { return false }
                let stored = try await archive.stored(
                    of: open.recording.id, epoch: epoch, sequences: first.sequence...end.sequence)
                for announcement in page where announcement.id >= next {
                    guard limit.map({ announcement.id < $0 }) ?? true else { break }
                    if stored.contains(announcement.sequence) {
                        (previous, next) = (Edge(announcement), announcement.id.next)
                    } else {
                        try await meet(announcement)
                    }
                }
                return true
            }
        }
    }

    private mutating func meet(_ announcement: FragmentAnnouncement) async throws {
        // A recording begins with a key frame: nothing could be shown before.
        guard previous != nil || announcement.isSync,
            earliest.map({ announcement.lastTick >= $0.rawValue }) ?? true
        else { return }
        try await noteEpoch(announcement)
        try await noteHole(before: announcement)
        (previous, next) = (Edge(announcement), announcement.id.next)
        guard announcement.epoch == session.epoch, announcement.sequence >= session.nextSequence else {
            return backfill.add(announcement)
        }
        let ticks = Tick(rawValue: announcement.firstTick)...Tick(rawValue: announcement.lastTick)
        let units = await buffer.take(ticks, patience: .milliseconds(open.latencyMilliseconds + 500))
        try await keeper.keep(announcement, units: units)
    }
}

extension ArchiveAssembler.Edge {
    init(_ announcement: FragmentAnnouncement) {
        self.init(
            id: announcement.id, segment: announcement.segment, lastTick: announcement.lastTick,
            interval: announcement.nominalInterval)
    }

    init(_ stored: StoredFragment) {
        let span = stored.lastTick - stored.firstTick
        self.init(
            id: stored.id, segment: stored.segment.number, lastTick: stored.lastTick.rawValue,
            interval: stored.frames > 1 ? span / Int64(stored.frames - 1) : Tick.perSecond / 30)
    }
}
