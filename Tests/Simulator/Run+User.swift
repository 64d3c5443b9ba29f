// SPDX-License-Identifier: Apache-2.0
import Wire

@testable import Recorder

/// What the user of the recorder does in a run.
extension Run {
    /// Starts a recording while the link is down, which it was not before.
    func beginAway() async throws -> Bool {
        try await Task.sleep(for: .seconds(2))
        network.set(isUp: false)
        let started = try await begin(on: { [self] in recorder }, tries: 10, isAway: true)
        try await Task.sleep(for: plan.calm + .seconds(3))
        network.set(isUp: true)
        return try await started ? true : begin(on: { [self] in recorder })
    }

    /// Stops the recording and starts another one, if the recorder answers.
    func startAgain() async throws {
        let (truth, before) = (truth, plan.before)
        try await insist(10) { node in
            for recording in try await node.recordings(before: nil, limit: 100, withSegments: false)
            where recording.state == .recording {
                truth.stop(recording.id)
                _ = try await node.stopRecording(recording.id)
            }
            _ = try await node.startRecording(RecordingRequest(beforeMilliseconds: before))
            return true
        }
    }

    /// Deletes the recordings that are over, if the recorder answers.
    func deleteEnded() async throws {
        try await insist(1) { node in
            for recording in try await node.recordings(before: nil, limit: 100, withSegments: false)
            where recording.state == .stopped {
                try await node.deleteRecording(recording.id)
            }
            return true
        }
    }

    /// Locks the recordings.
    func lock() async throws {
        let truth = truth
        try await insist(30) { node in
            for recording in try await node.recordings(before: nil, limit: 100, withSegments: false) {
                try await node.lockRecording(recording.id, true)
                truth.lock(recording.id, try await node.recording(recording.id).deletedFrames ?? 0)
            }
            return true
        }
    }

    /// Asks the recorder until it has done something, at most so many times.
    private func insist(_ times: Int, _ body: @escaping @Sendable (RecorderNode) async throws -> Bool) async throws {
        for _ in 0..<times {
            if (try? await recorder?.ask(body)) == true { return }
            try await Task.sleep(for: .milliseconds(300))
        }
    }

    /// Stops the recording while the camera is away, and lets it return after other faults.
    func stopAway(_ between: [Plan.Fault]) async throws {
        network.set(isUp: false)
        try await Task.sleep(for: plan.calm)
        let truth = truth
        try await insist(20) { node in
            for recording in try await node.recordings(before: nil, limit: 100, withSegments: false)
            where recording.state == .recording {
                truth.stop(recording.id)
                _ = try await node.stopRecording(recording.id)
                return true
            }
            return false
        }
        for fault in between {
            try await Task.sleep(for: fault.after)
            try await inject(fault)
        }
        if camera == nil { startCamera() }
        if recorder == nil { startRecorder() }
        network.set(isUp: true)
    }

    /// Ends the recording without the camera, which returns afterwards.
    func settle() async throws {
        network.set(isUp: false)
        try await Task.sleep(for: .milliseconds(300))
        try await insist(50) { node in
            for recording in try await node.recordings(before: nil, limit: 100, withSegments: false)
            where recording.state != .stopped {
                _ = try await node.settleRecording(recording.id)
            }
            return true
        }
        network.set(isUp: true)
        try await Task.sleep(for: plan.calm)
    }
}
