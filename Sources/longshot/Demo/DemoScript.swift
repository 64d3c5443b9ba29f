// SPDX-License-Identifier: Apache-2.0
import CameraClient
import Footage
import ControlClient
import Media
import Recorder
import ServiceLifecycle
import Synchronization
import SystemPackage
import Tasks
import Wire

/// The steps of `longshot demo`: record, take a still in the middle, stop, verify.
final class DemoScript: Service {
    private let nodes: DemoNodes
    private let seconds: Double?
    private let transport: Transport
    private let isQuiet: Bool
    private let result = Mutex<DemoReport?>(nil)

    init(nodes: DemoNodes, seconds: Double?, transport: Transport, isQuiet: Bool) {
        (self.nodes, self.seconds) = (nodes, seconds)
        (self.transport, self.isQuiet) = (transport, isQuiet)
    }

    /// The result; nil if the demo ended before verification.
    var report: DemoReport? { result.withLock { $0 } }

    func run() async throws {
        // Nil if the demo was interrupted before the nodes listened.
        guard let targets = try await nodes.targets() else { return }
        try await targets.recorder.withClient { recorder in
            try await targets.camera.withClient { camera in
                tell("camera   https://\(targets.camera.address)\nrecorder https://\(targets.recorder.address)")
                try await nodes.pair(camera, recorder)
                try await run(recorder: recorder, camera: camera)
            }
        }
    }

    private func run(recorder: ControlClient, camera: ControlClient) async throws {
        try await waitUntil("the recorder reaches the camera") {
            let cameras = try await recorder.cameras()
            return !cameras.isEmpty && cameras.allSatisfy { $0.phase == .connected }
        }
        try await waitUntil("the camera gives a picture") {
            let capture = try await camera.state().capture
            if let capture { try await Self.requireNoFailure(capture) }
            return capture?.phase == .running
        }
        // A demo that was killed leaves its recording open, and the recorder resumes it.
        for left in try await recorder.state().recordings { _ = try await recorder.stopRecording(left.id) }
        let recording = try await recorder.startRecording(RecordingRequest(transport: transport))
        tell("recording \(recording.id)" + (seconds == nil ? ", Ctrl-C ends it" : ""))
        do {
            try await follow(recording.id, recorder: recorder, camera: camera)
        } catch {
            // Without its camera the recorder would wait longer than a shutdown may take; it resumes the recording later.
            _ = try? await withTimeout(.seconds(3)) { try await recorder.stopRecording(recording.id) }
            throw error
        }
    }

    private func follow(_ recording: String, recorder: ControlClient, camera: ControlClient) async throws {
        let start = ContinuousClock.now
        let half = min(seconds ?? 6, 6) / 2
        try await waitUntil("the first fragment is in the archive", patience: .seconds(10)) {
            try await recorder.recording(recording).frames.persisted > 0
        }
        var isInterrupted = await rest(until: start + .seconds(half))
        let still = isInterrupted ? nil : try? await self.still(camera: camera, recorder: recorder)
        if still == nil, Task.isShuttingDownGracefully { isInterrupted = true }
        if !isInterrupted { _ = await rest(until: start + .seconds(seconds ?? 365 * 86_400)) }
        // For a camera that fails for good meanwhile, the recorder would wait longer than a shutdown may take.
        let stopped = try await race(
            { try await Self.stop(recording, on: recorder) }, { try await Self.failure(of: camera) })
        tell("verifying \(stopped.frames.persisted.counted("frame"))")
        let archive = try await Archive(reading: nodes.recorderHome.appending("archive"))
        var verdict = try await archive.verify(stopped.id, decoder: DecodeCheck(home: nodes.recorderHome))
        verdict.recording.frames.spooled = try await spooled(verdict.recording.id, archive: archive, camera: camera)
        result.withLock { $0 = DemoReport(verdict, still: still, isInterrupted: isInterrupted) }
    }

    /// Stops a recording, and waits a minute for the rest of it, which a busy machine still fetches when the recorder answers.
    private static func stop(_ id: String, on recorder: ControlClient) async throws -> RecordingDescription {
        var stopped = try await recorder.stopRecording(id)
        for _ in 0..<5 where stopped.state != .stopped { stopped = try await recorder.stopRecording(id) }
        return stopped
    }

    /// Throws when a camera's capture fails; never returns.
    private static func failure(of camera: ControlClient) async throws -> Never {
        while true {
            if let capture = try await camera.state().capture { try await requireNoFailure(capture) }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Throws if a capture has failed.
    private static func requireNoFailure(_ capture: CaptureState) async throws {
        guard capture.phase == .failed else { return }
        // If it failed for good, its own error ends the demo in a moment, and is the reason.
        try? await withTimeout(.seconds(2)) { try await gracefulShutdown() }
        throw Problem.conflict(capture.reason ?? "the capture failed")
    }

    /// Waits until a moment; returns true early if a shutdown was requested.
    private func rest(until moment: ContinuousClock.Instant) async -> Bool {
        do {
            try await cancelWhenGracefulShutdown {
                try await Task.sleep(until: moment, tolerance: nil, clock: .continuous)
            }
            return false
        } catch {
            return true
        }
    }

    private func still(camera: ControlClient, recorder: ControlClient) async throws -> StillReport {
        let pressed = monotonicNanoseconds()
        let job = try await camera.takeStills(pressedHere: StillRequest(pressedAt: pressed, save: .both))
        var taken: StillJob = job
        try await waitUntil("the still is taken") {
            taken = try await camera.stillJob(job.id)
            return taken.phase != .taking && taken.phase != .countdown
        }
        guard let id = taken.stills.first else { throw Problem.conflict(taken.problem ?? "no still") }
        let still = try await camera.still(id)
        var file: TransferProgress?
        try await waitUntil("the still is on the recorder") {
            file = try await recorder.files().first { $0.id.hasPrefix(id) }
            return file?.phase == .received || file?.phase == .failed
        }
        guard let file, file.phase == .received else { throw Problem.conflict(file?.problem ?? "no file") }
        tell("still    \(file.path ?? still.name)")
        return StillReport(still, path: file.path, transferMilliseconds: file.milliseconds)
    }

    /// Counts the recording's frames that the camera's manifest lists as spooled.
    private func spooled(_ id: String, archive: Archive, camera: ControlClient) async throws -> Int {
        let known = Set(try await archive.store.fragments(recording: id).map(\.id))
        var (frames, epochs) = (0, Set(known.map(\.epoch)))
        while let epoch = epochs.popFirst() {
            try await camera.eachPage(epoch: epoch, after: 0) { page in
                for fragment in page {
                    let id = FragmentID(epoch: fragment.epoch, sequence: fragment.sequence)
                    if known.contains(id), fragment.spooled { frames += fragment.frames }
                }
                return true
            }
        }
        return frames
    }

    /// Throws a problem 504 after the timeout, and `CancellationError` if the demo is interrupted before.
    private func waitUntil(
        _ what: String, patience: Duration = .seconds(15), _ isTrue: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + patience
        while try await !isTrue() {
            if Task.isShuttingDownGracefully { throw CancellationError() }
            guard ContinuousClock.now < deadline else {
                throw Problem(
                    "timeout", status: 504, title: "Timeout",
                    detail: "waited \(patience) until \(what): run again with --log-level info to see why")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func tell(_ line: String) {
        if !isQuiet { Terminal.say(block: line) }
    }
}
