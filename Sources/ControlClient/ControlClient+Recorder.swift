// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Wire

/// What recorders answer.
extension ControlClient {
    /// The recorder's links to its cameras.
    package func cameras() async throws -> [CameraLinkState] {
        try await answer(Request(.GET, "cameras"))
    }

    /// Starts a recording.
    package func startRecording(_ request: RecordingRequest) async throws -> RecordingDescription {
        try await answer(Request(.POST, "recordings").sending(request))
    }

    /// Stops a recording; answers when its last fragment is persisted, at most 30 s later.
    package func stopRecording(_ id: String) async throws -> RecordingDescription {
        let request = try Request(.PATCH, "recordings", id).sending(RecordingChange(state: .stopped))
        return try await answer(request, seconds: Limits.stop)
    }

    /// Spares a recording from whatever deletes old footage, or no longer.
    package func lockRecording(_ id: String, _ isLocked: Bool) async throws -> RecordingDescription {
        try await answer(Request(.PATCH, "recordings", id).sending(RecordingChange(isLocked: isLocked)))
    }

    /// Deletes a recording that is over and not locked.
    package func deleteRecording(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "recordings", id), limit: Limits.document)
    }

    /// Ends a recording whose camera will not come back: what has not come is missing for good.
    package func settleRecording(_ id: String) async throws -> RecordingDescription {
        try await answer(Request(.POST, "recordings", id, "settlement"))
    }

    /// The newest recordings.
    package func recordings(limit: Int = 1_000) async throws -> [RecordingDescription] {
        try await answer(Request(.GET, "recordings", query: [("limit", "\(limit)")]))
    }

    /// One recording.
    package func recording(_ id: String) async throws -> RecordingDescription {
        try await answer(Request(.GET, "recordings", id))
    }
}
