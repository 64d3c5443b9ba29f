// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import Recorder
import Trust
import Wire

extension RouteTable {
    /// Cameras and recordings.
    mutating func addRecordings(of recorder: RecorderNode) {
        on(.get, "/v1/cameras", needs: .view) { _, _ in try .json(await recorder.cameras()) }
        on(.post, "/v1/recordings", needs: .record) { request, context in
            let recording = try await recorder.startRecording(request.json(RecordingRequest.self, context))
            return try .json(recording, status: .created, location: "/v1/recordings/\(recording.id)")
        }
        on(.get, "/v1/recordings", needs: .view) { request, _ in
            try .json(await recorder.recordings(limit: request.limit()))
        }
        on(.get, "/v1/recordings/{id}", needs: .view) { _, context in
            try .json(await recorder.recording(context.segment("id")))
        }
        on(.patch, "/v1/recordings/{id}", needs: .record) { request, context in
            let change = try await request.json(RecordingChange.self, context)
            let id = try context.segment("id")
            if let state = change.state, state != .stopped {
                throw Problem.badRequest("the field “state” is “\(state.rawValue)”: only “stopped” can be asked for")
            }
            if let isLocked = change.isLocked { try await recorder.lockRecording(id, isLocked) }
            let isStopped = change.state != nil
            return try .json(await isStopped ? recorder.stopRecording(id) : recorder.recording(id))
        }
        on(.delete, "/v1/recordings/{id}", needs: .record) { _, context in
            try await recorder.deleteRecording(context.segment("id"))
            return .done
        }
    }
}
