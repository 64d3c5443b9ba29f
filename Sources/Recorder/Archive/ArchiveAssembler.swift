// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Wire

/// Processes a recording's fragments in the order of capture.
///
/// Stores fragments that live video delivered, queues the others for backfill, and records gaps for missing ones.
struct ArchiveAssembler {
    /// For a camera without accounts: the most epochs that are requested one by one.
    private static let epochsBetween = 10_000

    let open: OpenRecording
    /// The live session; nil without a live lane.
    let session: LiveSession?
    let client: any CameraConnection
    let accounts: CameraAccounts
    let archive: Archive
    let logger: Logger
    private let buffer: UnitBuffer
    private let keeper: FragmentKeeper
    private let backfill: Backfill
    var chain = EpochChain([])
    /// The number under which this recorder stores the live session's epoch.
    private var liveEpoch: Int?
    /// The place after the last processed fragment; nil before the first.
    var previous: EpochChain.Place?
    /// The segment of that fragment.
    private var segment = 1
    /// Where the recording ends, once it was stopped.
    var end: RecordingEdge?
    /// The moment of the stop, if the camera did not name a last fragment.
    var stopMoment: StopMoment?
    /// An epoch that was passed although the camera had not said how it ended, and when that was asked last.
    var openBehind: (epoch: Int, asked: ContinuousClock.Instant)?
    /// The time between two such questions.
    static let pause = Duration.seconds(5)
    /// The recording's first moment, while `reachBack()` searches the spool of a camera without accounts.
    private var earliest: Tick?
    private var isOver = false
    /// Frames that an earlier session received of fragments that have not been announced yet.
    private(set) var unannounced: OpenRecording.Unannounced?

    init(
        open: OpenRecording, session: LiveSession?, client: any CameraConnection, accounts: CameraAccounts,
        archive: Archive,
        buffer: UnitBuffer, keeper: FragmentKeeper, backfill: Backfill, logger: Logger
    ) {
        (self.open, self.session, self.client, self.accounts) = (open, session, client, accounts)
        (self.archive, self.buffer, self.keeper, self.backfill) = (archive, buffer, keeper, backfill)
        self.logger = logger
    }

    private var next: FragmentID {
        previous.map { FragmentID(epoch: $0.epoch, sequence: $0.sequence + 1) } ?? FragmentID(epoch: 0, sequence: 0)
    }

    /// Stores fragments until the last one of a stopped recording, or until the link or the epoch ends.
    mutating func run(_ inputs: AsyncStream<OpenRecording.Input>) async throws -> RecordingSession.End {
        unannounced = open.takeUnannounced { _ in true }
        defer { keepUnannounced() }
        try await begin()
        if previous != nil {
            try await catchUp(to: nil)
        } else if open.beforeNow > 0 {
            try await reachBack()
        }
        // In the same epoch, the camera will still announce the fragment that was in progress.
        if unannounced?.id.epoch == liveEpoch { unannounced = nil }
        if isOver { return try await finish() }
        for await input in inputs {
            switch input {
            case .fragment(let announcement):
                try await take(announcement)
                if try await hasClosedBehind() { return .interrupted }
            case .capture(let state):
                if hasChanged(state) { return .interrupted }
                if state.phase != .running { try await look() }
            case .stop:
                try await stop()
            }
            if isOver { return try await finish() }
        }
        return .interrupted
    }

    /// Loads the camera's epochs and finds the place from which the recording resumes.
    private mutating func begin() async throws {
        let recording = try await archive.store.recording(open.recording.id)
        if accounts.isKept, recording?.end == nil {
            (_, chain) = try await accounts.hold(open.recording.id, beforeMilliseconds: open.beforeNow)
        } else {
            chain = try await accounts.register().chain
        }
        end = recording?.end
        stopMoment = try await stopMomentOfCamera()
        liveEpoch = session.flatMap { number(of: $0.epochID, or: $0.epoch) }
        previous = try await archive.resumePlace(of: open.recording.id, in: chain)
        guard let liveEpoch, let reached = previous, accounts.isKept else { return }
        if chain.epoch(liveEpoch)?.account?.ended == .lost {
            try await archive.reopen(liveEpoch, of: open.recording.camera)
            try await refreshChain()
        }
        // Two cameras share one identity, and the last session recorded the other one.
        if liveEpoch < reached.epoch {
            try await leave(reached)
            previous = try await archive.resumePlace(of: open.recording.id, in: chain, epoch: liveEpoch) ?? reached
        }
    }

    /// Stores an epoch's unannounced frames and records its gap, before the recording returns to an earlier epoch.
    ///
    /// If the epoch's camera returns and delivers the missing frames, the gap is removed.
    private mutating func leave(_ reached: EpochChain.Place) async throws {
        let (epoch, id) = (reached.epoch, open.recording.id)
        if unannounced?.id.epoch == epoch { try await storeUnannounced() }
        var last = try await archive.place(behindAllOf: epoch, in: id) ?? reached
        for piece in try await archive.unannounced(in: id)
        where piece.epoch == epoch && piece.sequences.upperBound > last.sequence {
            last = EpochChain.Place(
                epoch: epoch, sequence: piece.sequences.upperBound, total: piece.totals.upperBound, tick: last.tick,
                interval: last.interval)
        }
        try await note(from: reached, to: last)
    }

    /// Requests the camera's accounts again.
    mutating func refreshChain() async throws {
        let acknowledged = chain.acknowledged
        chain = try await accounts.register().chain
        chain.acknowledged = acknowledged
    }

    /// Whether the camera now captures another epoch than this session's.
    private func hasChanged(_ state: CaptureState) -> Bool {
        guard let session else { return state.phase == .running && !open.isStopping }
        guard accounts.isKept, let id = session.epochID else { return state.epoch != session.epoch }
        return state.epochID.map { $0 != id } ?? false
    }

    /// Stores frames of fragments that the camera does not have any more.
    mutating func storeUnannounced() async throws {
        if let previous { unannounced = unannounced?.following(previous) }
        guard let frames = unannounced else { return }
        try await archive.keep(frames, of: open.recording.id)
        unannounced = nil
    }

    /// Keeps the frames of the fragment in progress, in case it is never announced.
    private func keepUnannounced() {
        guard let session, let previous, previous.epoch == liveEpoch, next.sequence >= session.nextSequence,
            let format = buffer.format, previous.tick != nil
        else { return open.keepUnannounced(unannounced) }
        let received = OpenRecording.Unannounced(
            id: previous.id, before: nil, segment: segment,
            units: buffer.units, format: format, nominalInterval: previous.interval)
        open.keepUnannounced(received.following(previous))
    }

    /// All fragments are processed; waits for those that backfill is still fetching.
    private func finish() async throws -> RecordingSession.End {
        try await backfill.finish()
        return .finished
    }

    /// Processes fragments from before the recording's start that the spool holds, for a camera without accounts.
    private mutating func reachBack() async throws {
        guard let liveEpoch, let session else { return }
        let start = try await client.time().monotonic - Int64(open.beforeNow) * 1_000_000
        earliest = Tick(nanoseconds: start)
        try await client.eachPage(epoch: liveEpoch, after: 0) { page in
            for announcement in page where announcement.sequence < session.nextSequence {
                try await process(announcement)
            }
            return true
        }
        earliest = nil
    }

    private mutating func take(_ announced: FragmentAnnouncement) async throws {
        let announcement = try await numbered(announced)
        guard announcement.id >= next else {
            // The camera first announced this fragment as not spooled, and has spooled it since.
            if announcement.spooled, keeper.wasMissing(announcement.id) { try await backfill.add(announcement) }
            return
        }
        if previous == nil {
            guard let session, announcement.epoch == liveEpoch, announcement.sequence >= session.nextSequence else {
                return
            }
        } else if announcement.id > next {
            try await catchUp(to: announcement.id)
        }
        if !isOver, announcement.id >= next { try await process(announcement) }
    }

    /// The number under which this recorder stores an epoch; without accounts it is the camera's own number.
    func number(of id: String?, or epoch: Int) -> Int? {
        guard accounts.isKept, let id else { return epoch }
        return chain.number(of: id)
    }

    /// Renumbers an announcement with this recorder's epoch number; registers the epoch if it is new.
    ///
    /// Throws a problem if the announcement is inconsistent or its epoch has no account.
    private mutating func numbered(_ announcement: FragmentAnnouncement) async throws -> FragmentAnnouncement {
        try announcement.check()
        guard accounts.isKept, let id = announcement.epochID else {
            var bare = announcement.numbered(announcement.epoch)
            (bare.epochID, bare.total) = (nil, nil)
            return bare
        }
        if let number = chain.number(of: id) { return announcement.numbered(number) }
        try await refreshChain()
        guard let number = chain.number(of: id) else {
            throw Problem.notFound("the camera announces footage of epoch \(id), of which it has no account")
        }
        return announcement.numbered(number)
    }

    /// Processes the spool's fragments from `next` up to `limit`, or all of them if it is nil.
    mutating func catchUp(to limit: FragmentID?) async throws {
        if accounts.isKept {
            try await catchUpByAccounts(to: limit)
        } else if let previous, let last = liveEpoch ?? limit?.epoch {
            guard last - previous.epoch <= Self.epochsBetween else {
                throw Problem.conflict(
                    "the camera went from epoch \(previous.epoch) to epoch \(last): that is too many")
            }
            for epoch in previous.epoch...max(previous.epoch, last) where !isOver {
                try await client.eachPage(epoch: epoch, after: epoch == previous.epoch ? previous.sequence : 0) {
                    try await process(page: $0, to: limit)
                }
            }
        }
        guard limit == nil, !isOver else { return }
        try await settleIfEnded()
    }

    private mutating func catchUpByAccounts(to limit: FragmentID?) async throws {
        // The list must begin with an epoch that the camera itself still knows.
        let known = chain.epochs.first { $0.number >= next.epoch && $0.isTold }
        guard let known, let id = known.account?.id else { return }
        let after = known.number == next.epoch ? next.sequence - 1 : 0
        try await client.eachPage(from: id, after: after) { try await process(page: $0, to: limit) }
    }

    /// Processes a page of the manifest; returns false to stop.
    private mutating func process(page: [FragmentAnnouncement], to limit: FragmentID?) async throws -> Bool {
        var numbered: [FragmentAnnouncement] = []
        for announcement in page { numbered.append(try await self.numbered(announcement)) }
        let epochs = Dictionary(grouping: numbered, by: \.epoch)
        var stored: [FragmentID: Digest] = [:]
        for (epoch, fragments) in epochs {
            guard let first = fragments.first?.sequence, let last = fragments.last?.sequence, first <= last else {
                continue
            }
            let digests = try await archive.digests(of: open.recording.id, epoch: epoch, sequences: first...last)
            for (sequence, digest) in digests { stored[FragmentID(epoch: epoch, sequence: sequence)] = digest }
        }
        for announcement in numbered where announcement.id >= next {
            guard limit.map({ announcement.id < $0 }) ?? true, !isOver else { return false }
            if let digest = stored[announcement.id], digest.hex == announcement.sha256 {
                try await pass(announcement)
            } else {
                try await process(announcement)
            }
        }
        return !isOver
    }

    /// Skips a fragment that is already stored.
    private mutating func pass(_ announcement: FragmentAnnouncement) async throws {
        guard try await settle(before: announcement) else { return }
        (previous, segment) = (EpochChain.Place(announcement), announcement.segment)
    }

    private mutating func process(_ announcement: FragmentAnnouncement) async throws {
        // A recording begins with a key frame: frames before it cannot be decoded.
        if try await isInFrontOfBeginning(announcement) { return }
        guard try await settle(before: announcement) else { return }
        try await completeBegin(before: announcement)
        (previous, segment) = (EpochChain.Place(announcement), announcement.segment)
        let isLive =
            session.map { announcement.epoch == liveEpoch && announcement.sequence >= $0.nextSequence } ?? false
        if isLive {
            let ticks = Tick(rawValue: announcement.firstTick)...Tick(rawValue: announcement.lastTick)
            let units = await buffer.take(ticks, patience: .milliseconds(open.latencyMilliseconds + 500))
            try await keeper.keep(announcement, units: units)
            if units.isEmpty { try requireLiveLane(behind: announcement) }
        } else if let frames = unannounced, frames.id.epoch == announcement.epoch, !announcement.spooled {
            // The camera's disk did not take it, and an earlier session has received it.
            let ticks = announcement.firstTick...announcement.lastTick
            try await keeper.keep(announcement, units: frames.units.filter { ticks.contains($0.tick.rawValue) })
        } else {
            try await backfill.add(announcement)
        }
        if let end, announcement.id >= end.after { try await close(at: announcement) }
    }

    /// Adds to the recording's beginning what the epoch had captured before, which the camera could not say before this fragment.
    private func completeBegin(before announcement: FragmentAnnouncement) async throws {
        guard accounts.isKept, let previous, previous.total == nil, previous.epoch == announcement.epoch,
            previous.sequence + 1 == announcement.sequence
        else { return }
        try await completeBegin(with: EpochChain.Place(before: announcement))
    }

    /// Throws if live video has stopped while the camera captures, so that the caller opens a new session.
    private func requireLiveLane(behind announcement: FragmentAnnouncement) throws {
        guard end == nil, announcement.frames > 0 else { return }
        let isSilent = buffer.newest.map { $0.rawValue < announcement.firstTick } ?? true
        if isSilent { throw LiveLaneError.silent(milliseconds: open.latencyMilliseconds + 500) }
    }

    private mutating func isInFrontOfBeginning(_ announcement: FragmentAnnouncement) async throws -> Bool {
        if let earliest, announcement.lastTick < earliest.rawValue { return true }
        guard !announcement.isSync else { return false }
        guard let previous else { return true }
        let begin = try await archive.store.recording(open.recording.id)?.begin
        guard let begin, begin.after == previous.id,
            announcement.epoch == previous.epoch, announcement.sequence == previous.sequence + 1
        else { return false }
        let place = EpochChain.Place(announcement)
        try await archive.store.begin(
            recording: open.recording.id,
            at: RecordingEdge(after: announcement.id, total: announcement.total), insteadOf: begin)
        self.previous = place
        return true
    }

    /// Marks the recording as over, with this fragment as its last.
    mutating func close(at announcement: FragmentAnnouncement) async throws {
        try await close(at: RecordingEdge(after: announcement.id, total: announcement.total))
    }

    /// Marks the recording as over.
    mutating func close(at edge: RecordingEdge) async throws {
        try await archive.store.end(recording: open.recording.id, at: edge)
        (end, isOver) = (edge, true)
    }
}
