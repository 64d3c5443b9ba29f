// SPDX-License-Identifier: Apache-2.0
import CSimulator
import Foundation
import Logging
import SystemPackage
import Wire

@testable import Camera
@testable import Footage
@testable import Recorder

/// One run: a camera and a recorder, or two, faults that follow from a seed, and the final check of the account.
final class Run: @unchecked Sendable {
    private let seed: UInt64
    let plan: Plan
    private let base: FilePath
    let truth = Truth()
    let network: Network
    private let log: RunLog
    private var dice: Dice
    var camera: SimulatedCamera?
    var recorder: SimulatedRecorder?
    /// Another recorder of the camera, and its link; nil in most runs.
    private var other: (recorder: SimulatedRecorder, network: Network)?
    private var cameraHome: FilePath
    private var recorderHome: FilePath
    private var homes = 0
    private var copies: (camera: FilePath?, recorder: FilePath?) = (nil, nil)
    /// Keeps killed nodes alive, because their deinitializers would close descriptors that were closed and reused.
    nonisolated(unsafe) private static var graves: [AnyObject] = []

    init(seed: UInt64, base: FilePath, isTraced: Bool) {
        (self.seed, self.base) = (seed, base.appending("\(seed)"))
        plan = Plan(seed: seed)
        dice = Dice(seed ^ 0xD1CE)
        log = RunLog(isTraced: isTraced)
        network = Network(of: "attic", seed: seed ^ 0x4E57, trace: { [log] in log.say("link", $0) })
        (cameraHome, recorderHome) = (self.base.appending("camera-0"), self.base.appending("recorder-0"))
    }

    /// Plays the run; returns the errors as sentences.
    func play() async throws -> [String] {
        try? FileManager.default.removeItem(atPath: base.string)
        defer { try? FileManager.default.removeItem(atPath: base.string) }
        for home in [cameraHome, recorderHome] {
            try FileManager.default.createDirectory(atPath: home.string, withIntermediateDirectories: true)
        }
        log.say("plan", plan.words)
        startCamera()
        startRecorder()
        if plan.hasOther { try startOther() }
        if plan.weatherFromStart { network.weather = plan.weather }
        let started = plan.startsAway ? try await beginAway() : try await begin(on: { [self] in recorder })
        guard started else { return ["no recording could be started"] }
        if plan.hasOther, try await !begin(on: { [self] in other?.recorder }) {
            return ["the other recorder could not start"]
        }
        if plan.locks { try await lock() }
        network.weather = plan.weather
        for (index, fault) in plan.faults.enumerated() {
            if index == plan.startsAgain { try await startAgain() }
            if plan.deletes, let again = plan.startsAgain, index > again { try await deleteEnded() }
            if let away = plan.otherAway { other?.network.set(isUp: !away.contains(index)) }
            try await Task.sleep(for: fault.after)
            try await inject(fault)
        }
        // All faults end, and both nodes run until all is settled.
        network.weather = Network.Weather()
        network.set(isUp: true)
        other?.network.set(isUp: true)
        plan.wire.isTorn = false
        if camera == nil { startCamera() }
        if recorder == nil { startRecorder() }
        try await Task.sleep(for: plan.calm)
        if let between = plan.stopAway { try await stopAway(between) }
        if plan.settles { try await settle() }
        var isOver = try await end(on: { [self] in recorder })
        if !isOver, plan.lies {
            // It may wait for footage that the camera invented: then the user ends it.
            try await settle()
            isOver = try await end(on: { [self] in recorder })
        }
        guard isOver, try await end(on: { [self] in other?.recorder }) else {
            return ["the recording does not end"] + log.complaints
        }
        try await shutDown()
        let judge = Judge(
            truth: truth, reasons: plan.reasons, wasRestored: plan.restores, clockStepped: plan.stepsClock,
            beginsAtStart: plan.beginsAtStart, isLied: plan.lies, isTrimmed: plan.keepSeconds != nil)
        var problems: [String] = []
        for home in [recorderHome] + (plan.hasOther ? [otherHome] : []) {
            let archive = home.appending("archive")
            if log.isTraced { try await judge.report(archive, to: log) }
            problems += try await judge.problems(in: archive)
        }
        return try await problems + holdsLeft()
    }

    func startCamera() {
        let camera = SimulatedCamera(
            home: cameraHome, habits: plan.habits, truth: truth, wire: plan.wire, seed: dice.next(),
            logger: log.logger("camera"))
        self.camera = camera
        let (truth, events) = (truth, camera.events.events())
        Task(executorPreference: camera.executor) {
            for await event in events {
                guard case .fragment(let fragment) = event.event, fragment.spooled, let id = fragment.epochID else {
                    continue
                }
                truth.change(id) { $0.durable = max($0.durable, fragment.total ?? 0) }
            }
        }
        camera.start {}
        for network in networks { network.connect(camera) }
        if plan.cutsPower == .camera { simulator_watch(cameraHome.string + "/") }
    }

    func startRecorder() {
        let recorder = SimulatedRecorder(
            home: recorderHome, network: network, truth: truth, wire: plan.wire, keepSeconds: plan.keepSeconds,
            logger: log.logger("recorder"))
        self.recorder = recorder
        recorder.start()
        if plan.cutsPower == .recorder { simulator_watch(recorderHome.string + "/") }
    }

    private var networks: [Network] { [network] + (other.map { [$0.network] } ?? []) }
    private var otherHome: FilePath { base.appending("other") }

    /// Starts another recorder of the same camera.
    private func startOther() throws {
        try FileManager.default.createDirectory(atPath: otherHome.string, withIntermediateDirectories: true)
        let network = Network(of: "barn", seed: seed ^ 0xBA24, trace: { [log] in log.say("other link", $0) })
        network.connect(camera)
        let recorder = SimulatedRecorder(
            home: otherHome, network: network, truth: truth, wire: plan.wire, logger: log.logger("other"))
        other = (recorder, network)
        recorder.start()
    }

    /// Starts a recording on a recorder, with retries.
    ///
    /// - Parameter isAway: whether the camera is away meanwhile, so that it counts back to the start when it hears of it.
    func begin(on recorder: () -> SimulatedRecorder?, tries: Int = 200, isAway: Bool = false) async throws -> Bool {
        let truth = truth
        for _ in 0..<tries {
            try await Task.sleep(for: .milliseconds(100 + dice.below(400)))
            let before = plan.before
            let started = try? await recorder()?.ask { node in
                if await !node.state().recordings.isEmpty { return true }
                if isAway { truth.press() }
                let recording = try await node.startRecording(RecordingRequest(beforeMilliseconds: before))
                if isAway { truth.start(recording.id) }
                return true
            }
            if started == true { return true }
        }
        return false
    }

    /// Stops all recordings of a recorder and waits for their end.
    private func end(on recorder: () -> SimulatedRecorder?) async throws -> Bool {
        guard recorder() != nil else { return true }
        for attempt in 0..<600 {
            let recorder = recorder()
            let isOver = try? await recorder?.ask { node in
                var left = 0
                for recording in try await node.recordings(before: nil, limit: 100, withSegments: false)
                where recording.state != .stopped {
                    left += 1
                    if attempt.isMultiple(of: 20) { _ = try await node.stopRecording(recording.id) }
                }
                return left == 0
            }
            if isOver == true { return true }
            if attempt.isMultiple(of: 100), log.isTraced {
                let state = try? await recorder?.ask { "\(await $0.state().recordings) \(await $0.state().reasons)" }
                log.say("end", "\(attempt): \(state ?? "-")")
            }
            try await Task.sleep(for: .milliseconds(500))
        }
        return false
    }

    private func shutDown() async throws {
        // Leaves time for the last requests to the camera, of which one may have been lost before.
        try await Task.sleep(for: .seconds(2))
        for network in networks {
            for _ in 0..<100 where camera?.footage?.holds(of: network.recorder).isEmpty == false {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        recorder?.stop()
        other?.recorder.stop()
        camera?.stop()
        let stops = [
            { [self] in recorder?.hasStopped }, { [self] in other?.recorder.hasStopped },
            { [self] in camera?.hasStopped },
        ]
        for _ in 0..<200 where stops.contains(where: { $0() == false }) {
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// The holds that remain on the camera although no recording is running.
    private func holdsLeft() async throws -> [String] {
        guard !plan.restores, !plan.lies else { return [] }
        let all = await FootageHolds(home: cameraHome, logger: log.logger("judge"))
        let holds = networks.flatMap { all.all(of: $0.recorder) }
        return holds.isEmpty ? [] : ["the camera still holds footage for \(holds.map(\.told.recording))"]
    }

    func inject(_ fault: Plan.Fault) async throws {
        log.say("fault", "\(fault.kind) for \(fault.lasts)")
        switch fault.kind {
        case .cut:
            network.set(isUp: false)
            try await Task.sleep(for: fault.lasts)
            network.set(isUp: true)
        case .restartCapture: camera?.restartCapture()
        case .stopCamera:
            camera?.stop()
            for _ in 0..<100 where !(camera?.hasStopped ?? true) { try await Task.sleep(for: .milliseconds(50)) }
            if camera?.hasStopped == true {
                for network in networks { network.connect(nil) }
                try await Task.sleep(for: fault.lasts)
                startCamera()
            }
        case .killCamera: try await kill(.camera, fault)
        case .stopRecorder:
            recorder?.stop()
            for _ in 0..<100 where !(recorder?.hasStopped ?? true) { try await Task.sleep(for: .milliseconds(50)) }
            if recorder?.hasStopped == true {
                try await Task.sleep(for: fault.lasts)
                startRecorder()
            }
        case .killRecorder: try await kill(.recorder, fault)
        case .cameraDisk, .recorderDisk:
            let owner = fault.kind == .cameraDisk ? camera?.executor.owner : recorder?.executor.owner
            Scheduler.shared.faulty = owner
            simulator_fail(Int64(fault.call), fault.error, Int32(fault.calls), fault.isLasting ? 1 : 0)
            try await Task.sleep(for: fault.lasts)
            simulator_fail(0, 0, 0, 0)
            Scheduler.shared.faulty = nil
        case .killCameraAtCall, .killRecorderAtCall:
            // All disk calls fail from one call on; then the node's jobs are dropped.
            let who: Plan.Node = fault.kind == .killCameraAtCall ? .camera : .recorder
            Scheduler.shared.faulty = who == .camera ? camera?.executor.owner : recorder?.executor.owner
            simulator_fail(Int64(fault.call), fault.error == 28 ? 5 : 0, 7, 1)
            for _ in 0..<100 where simulator_failed() == 0 { try await Task.sleep(for: .milliseconds(20)) }
            simulator_fail(0, 0, 0, 0)
            try await kill(who, fault)
        case .stepClock:
            plan.clock.step(fault.step)
        case .copyCamera: copies.camera = try copy(cameraHome, as: "camera-copy")
        case .copyRecorder: copies.recorder = try copy(recorderHome, as: "recorder-copy")
        case .restoreCamera:
            guard let copy = copies.camera else { return }
            try await kill(.camera, fault, putBack: copy)
        case .restoreRecorder:
            guard let copy = copies.recorder else { return }
            try await kill(.recorder, fault, putBack: copy)
        }
    }

    /// Drops all jobs of a node, and restarts it with a copy of its home.
    private func kill(_ who: Plan.Node, _ fault: Plan.Fault, putBack earlier: FilePath? = nil) async throws {
        homes += 1
        let home: FilePath
        switch who {
        case .camera:
            guard let camera else { return }
            Scheduler.shared.kill(camera.executor.owner)
            for network in networks { network.connect(nil) }
            Self.graves.append(camera)
            home = cameraHome
            closeFiles(under: SimulatedCamera.memory(beside: home))
        case .recorder:
            guard let recorder else { return }
            Scheduler.shared.kill(recorder.executor.owner)
            network.recorderEnded()
            Self.graves.append(recorder)
            if let node = recorder.node { Self.graves.append(node) }
            home = recorderHome
        }
        closeFiles(under: home)
        let next = try copy(earlier ?? home, as: "\(who)-\(homes)")
        if plan.cutsPower == who, earlier == nil {
            simulator_cut_power(home.string, next.string)
            if who == .camera {
                try? FileManager.default.removeItem(atPath: SimulatedCamera.memory(beside: home).string)
            }
        }
        try? FileManager.default.removeItem(atPath: home.string)
        switch who {
        case .camera:
            (camera, cameraHome) = (nil, next)
            try forgetEnds(unwrittenIn: next)
        case .recorder: (recorder, recorderHome) = (nil, next)
        }
        try await Task.sleep(for: fault.lasts)
        if who == .camera { startCamera() } else { startRecorder() }
    }

    /// An epoch that ended in order just before a kill has not, if its account on the disk does not say so.
    private func forgetEnds(unwrittenIn home: FilePath) throws {
        for id in truth.order where truth.epochs[id]?.isInOrder == true {
            let file = home.appending("epochs").appending("\(id).json").string
            guard let account = FileManager.default.contents(atPath: file) else { continue }
            let isWritten = try JSONDecoder().decode(EpochDescription.self, from: account).ended == .inOrder
            truth.change(id) { $0.isInOrder = isWritten }
        }
    }

    private func copy(_ home: FilePath, as name: String) throws -> FilePath {
        let target = base.appending(name)
        try? FileManager.default.removeItem(atPath: target.string)
        try FileManager.default.copyItem(atPath: home.string, toPath: target.string)
        return target
    }

    /// Closes the files of a killed node, as the end of its process would.
    private func closeFiles(under home: FilePath) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            guard let number = Int32(name),
                let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"),
                path.hasPrefix(home.string + "/")
            else { continue }
            close(number)
        }
    }
}
