// SPDX-License-Identifier: Apache-2.0
import Disk
import Media
import Tasks
import GStreamer
import Logging
import Pipelines
import SystemPackage
import Wire

@testable import Camera
@testable import Footage

/// One life of a camera: the product's spool, accounts, holds and answers with a home on disk, fed with generated frames.
final class SimulatedCamera: @unchecked Sendable {
    /// The behaviour of the capture.
    struct Habits {
        /// The time between two frames.
        var interval = Duration.milliseconds(250)
        /// One frame in this many is a key frame.
        var keyFrames = 4
        /// Whether the encoder obeys requests for a key frame.
        var heedsWishes = true
        /// The frames per thousand that are lost before the encoder.
        var lost = 0
        var spoolBytes = 1 << 30
        var spoolSeconds = 5
    }

    /// A live session, and the function that receives its frames.
    private struct Lane {
        let id: String
        let peer: String
        let send: @Sendable (FormattedAccessUnit?) -> Void
        var last: Int?
    }

    static let id = "porch"
    let executor: OwnerExecutor
    let events = EventFeed()
    private(set) var footage: CameraFootage?
    private let home: FilePath
    private let habits: Habits
    private let truth: Truth
    private let wire: StoreWire
    private let status: CaptureStatus
    private let live: LiveSessions
    private let nursery = Nursery()
    private let logger: Logger
    private var dice: Dice
    private var lanes: [Lane] = []
    private var serial = 0
    private var openSequence = 0
    private var isStopping = false
    private var wantsEpoch = false
    /// Whether an epoch is running.
    private var hasPicture = false
    private(set) var hasStopped = false

    init(home: FilePath, habits: Habits, truth: Truth, wire: StoreWire, seed: UInt64, logger: Logger) {
        executor = OwnerExecutor(owner: Scheduler.shared.birth())
        (self.home, self.habits, self.truth, self.wire, self.logger) = (home, habits, truth, wire, logger)
        dice = Dice(seed)
        status = CaptureStatus(pipeline: "simulated", events: events)
        live = LiveSessions(library: PipelineLibrary(home: nil), nursery: nursery, status: status, logger: logger)
    }

    /// Starts the camera without waiting.
    func start(onEnd: @escaping @Sendable () -> Void) {
        Task(executorPreference: executor) { [self] in
            while !isStopping {
                do {
                    try await run()
                } catch {
                    // Restarts like a service.
                    logger.error("camera ended", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            events.close()
            hasStopped = true
            onEnd()
        }
    }

    /// The memory of the machine of a home, which a kill of the program, or another home, does not touch.
    static func memory(beside home: FilePath) -> FilePath { home.removingLastComponent().appending("memory") }

    /// Ends the camera regularly.
    func stop() { isStopping = true }

    /// Ends the epoch regularly and begins another.
    func restartCapture() { wantsEpoch = true }

    private func run() async throws {
        let epochs = EpochBook(home: home, logger: logger)
        await epochs.load()
        let memory = Self.memory(beside: home)
        try FileSystem.makeDirectories(memory)
        let journal = FrameJournal(directory: memory, name: Self.id, logger: logger)
        let disk = SpoolDisk(home.appending("spool"), epochs: epochs, camera: Self.id, logger: logger) { [wire] in
            let store = wire.far(try await FootageStore(directory: $0), losesCalls: false)
            await journal.recover(into: store, of: Self.description, epochs)
            return store
        }
        try await disk.open()
        var settings = CameraSettings(home: home)
        (settings.spoolBytes, settings.spoolSeconds) = (habits.spoolBytes, habits.spoolSeconds)
        let spool = Spool(
            disk: disk, holds: await FootageHolds(home: home, logger: logger), epochs: epochs,
            description: Self.description, settings: settings, status: status, events: events, logger: logger)
        footage = CameraFootage(spool: spool, live: live, status: status)
        async let spooled: Void = spool.run()
        var began = GapReason.cameraRestarted
        while !isStopping {
            try await capture(into: spool, journal, began: began)
            began = .pipelineChanged
        }
        status.change { $0.phase = .stopped }
        spool.close()
        await spooled
        footage = nil
    }

    /// Captures one epoch.
    private func capture(into spool: Spool, _ journal: FrameJournal, began: GapReason) async throws {
        wantsEpoch = false
        let ledger = FrameLedger(camera: nil)
        let clock = MediaClock()
        let interval = Tick(nanoseconds: habits.interval.components.attoseconds / 1_000_000_000).rawValue
        var fragmenter = Fragmenter(nominalInterval: interval)
        var epoch: EpochDescription?
        var (number, total, last) = (0, 0, ClosedFragment?.none)
        // Whether the encoder was asked for a key frame.
        var isAsked = false
        /// - Parameter isSync: whether the fragment after it begins with a key frame.
        func settle(_ closed: ClosedFragment, before isSync: Bool = true) {
            guard let row = epoch, let id = row.id else { return }
            let (captured, gaps) = ledger.settle(closed, epoch: row.epoch, base: 0, tail: .notEncoded)
            (total, last) = (total + captured, closed)
            truth.change(id) { row in
                row.totals.append(total)
                (row.syncs, row.isSync) = (row.syncs + [closed.fragment.isSync], isSync)
            }
            spool.submit(
                Spool.Entry(
                    epoch: row, closed: closed, nominalInterval: interval, captured: captured, total: total, gaps: gaps)
            )
            closeLanes(after: closed.fragment.sequence)
        }
        await spool.prepare(clock: clock, began: began)
        try await Task.sleep(for: .milliseconds(20 + dice.below(200)))
        status.change { state in
            let before = state
            state = CaptureState(pipeline: "simulated")
            (state.epoch, state.epochID, state.began) = (before.epoch, before.epochID, before.began)
            (state.utcAtTickZero, state.uncertainty) = (clock.utcAtTickZero, clock.uncertainty)
        }
        while !isStopping, !wantsEpoch {
            let tick = Tick(nanoseconds: monotonicNanoseconds())
            let isSync = number.isMultiple(of: habits.keyFrames) || isAsked
            isAsked = false
            number += 1
            if !isSync, epoch != nil, dice.hits(habits.lost) {
                ledger.driverDropped(1)
                if let id = epoch?.id {
                    truth.change(id) { $0.frames.append(Truth.Frame(tick: tick, bytes: nil, utc: wallNanoseconds())) }
                }
                try await Task.sleep(for: habits.interval)
                continue
            }
            if epoch == nil {
                let row = spool.begin(clock: clock, began: began, first: tick, nominalInterval: interval)
                (epoch, hasPicture) = (row, true)
                truth.begin(row.id ?? "")
                status.change { state in
                    (state.epoch, state.epochID, state.began) = (row.epoch, row.id, row.began)
                    (state.phase, state.codec, state.nominalInterval) = (.running, "h264", interval)
                    (state.width, state.height) = (320, 240)
                }
            }
            let bytes = frame(number, of: epoch?.id ?? "")
            let unit = FormattedAccessUnit(
                unit: AccessUnit(tick: tick, isSync: isSync, bytes: bytes), format: try Self.format())
            ledger.encoded(tick)
            let closed = try live.advance(unit, &fragmenter)
            openSequence = fragmenter.nextSequence
            status.open(sequence: openSequence)
            if let epoch {
                journal.add(unit.unit, in: fragmenter.opening, of: epoch, nominalInterval: interval) {
                    ledger.isWhole(from: $0.firstTick, base: 0)
                }
            }
            if let closed {
                settle(closed, before: isSync)
                journal.set(before: total)
            }
            truth.change(epoch?.id ?? "") {
                $0.frames.append(Truth.Frame(tick: tick, bytes: bytes, utc: wallNanoseconds()))
            }
            for lane in lanes { lane.send(unit) }
            isAsked = live.takeKeyFrameWish(at: tick) && habits.heedsWishes
            try await Task.sleep(for: habits.interval)
        }
        hasPicture = false
        if let closed = fragmenter.close() { settle(closed) }
        if let id = epoch?.id, let last {
            truth.change(id) { $0.isInOrder = true }
            spool.end(
                Spool.Ending(
                    epoch: id, lastSequence: last.fragment.sequence, lastTick: last.fragment.lastTick.rawValue,
                    total: total))
        }
        for lane in lanes { lane.send(nil) }
        lanes = []
    }

    /// A frame that contains its epoch and number.
    private func frame(_ number: Int, of epoch: String) -> [UInt8] {
        var bytes = Array("\(epoch) \(number) ".utf8)
        for _ in 0..<dice.below(200) { bytes.append(UInt8(truncatingIfNeeded: dice.next())) }
        return bytes
    }

    private static func format() throws -> VideoFormat {
        try .h264(
            ParameterSets(sequence: [[0x67, 0x42, 0xC0, 0x1E, 0xDA, 0x05, 0x07, 0xE4]], picture: [[0x68, 0xF0]]))
    }

    static let description = NodeDescription(
        id: id, name: "porch", role: .camera, version: "0", capabilities: ["archive-lane", "stills", "accounts"])

    var state: NodeState {
        var state = NodeState()
        state.capture = status.capture
        return state
    }

    /// Opens a live session that passes its frames to a function, and nil at its end.
    func openLive(
        _ request: LiveRequest, for peer: String, send: @escaping @Sendable (FormattedAccessUnit?) -> Void
    ) async throws -> LiveSession {
        let capture = status.capture
        guard hasPicture, let footage else { throw Problem.conflict("the camera has no picture yet") }
        for lane in lanes where lane.peer == peer { lane.send(nil) }
        lanes.removeAll { $0.peer == peer }
        serial += 1
        var session = LiveSession(
            id: "live-\(executor.owner)-\(serial)", epoch: capture.epoch, nextSequence: 0, codec: "h264",
            feedbackPort: 0)
        session.epochID = capture.epochID
        lanes.append(Lane(id: session.id, peer: peer, send: send))
        session.nextSequence = live.join()
        try await footage.hold(from: session, for: request.recording, of: peer)
        return session
    }

    /// Ends a live session after the fragment in progress.
    func closeLive(_ id: String) throws -> LiveEnd {
        guard let index = lanes.firstIndex(where: { $0.id == id }) else {
            throw Problem.notFound("there is no live session \(id): it has ended already")
        }
        lanes[index].last = openSequence
        var end = LiveEnd(epoch: status.capture.epoch, lastSequence: openSequence)
        end.epochID = status.capture.epochID
        return end
    }

    private func closeLanes(after sequence: Int) {
        for lane in lanes where lane.last.map({ $0 <= sequence }) ?? false { lane.send(nil) }
        lanes.removeAll { $0.last.map { $0 <= sequence } ?? false }
    }
}
