// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
import Tasks
package import Wire

/// The routes of recorders.
extension ControlClient {
    /// The recorder's links to its cameras.
    package func cameras() async throws -> [CameraLinkState] {
        try await answer(Request(.GET, "cameras"))
    }

    /// Takes stills on a camera of the recorder; `pressedAt` is on the recorder's monotonic clock.
    package func takeStills(_ request: StillRequest, of camera: String) async throws -> StillJob {
        try await answer(Request(.POST, "cameras", camera, "stills").sending(request))
    }

    /// Takes a still of one moment by several cameras; `pressedAt` is on this machine's monotonic clock.
    package func takeMoment(pressedHere request: MomentRequest) async throws -> MomentReport {
        try await answer(Request(.POST, "moments").sending(try await converted(request)), seconds: Limits.stop)
    }

    /// Begins a series of several cameras; `pressedAt` is on this machine's monotonic clock.
    package func beginSeries(pressedHere request: MomentRequest) async throws -> MomentSeries {
        try await answer(
            Request(.POST, "moments", "series").sending(try await converted(request)), seconds: Limits.stop)
    }

    /// A series of several cameras, with at most `limit` of its moments behind the one with the number `after`.
    package func series(_ id: String, after: Int = 0, limit: Int = 100) async throws -> MomentSeries {
        try await answer(
            Request(.GET, "moments", "series", id, query: [("after", "\(after)"), ("limit", "\(limit)")]))
    }

    /// Cancels the remaining stills of a series of several cameras.
    package func cancelSeries(_ id: String) async throws -> MomentSeries {
        try await answer(Request(.DELETE, "moments", "series", id), seconds: Limits.stop)
    }

    /// The request with its moment on the node's clock.
    private func converted(_ request: MomentRequest) async throws -> MomentRequest {
        guard let pressedAt = request.pressedAt else { return request }
        var request = request
        let offset = try await clockOffset()
        request.pressedAt = offset.remote(atLocal: pressedAt)
        request.pressUncertainty = offset.uncertainty + (request.pressUncertainty ?? 0)
        return request
    }

    /// Starts a recording.
    package func startRecording(_ request: RecordingRequest) async throws -> RecordingDescription {
        try await answer(Request(.POST, "recordings").sending(request))
    }

    /// Stops a recording; the recorder waits up to 10 s for the last fragments, and the result may still be `stopping`.
    package func stopRecording(_ id: String) async throws -> RecordingDescription {
        let request = try Request(.PATCH, "recordings", id).sending(RecordingChange(state: .stopped))
        return try await answer(request, seconds: Limits.stop)
    }

    /// Locks a recording against the deletion of old footage, or unlocks it.
    package func lockRecording(_ id: String, _ isLocked: Bool) async throws -> RecordingDescription {
        try await answer(Request(.PATCH, "recordings", id).sending(RecordingChange(isLocked: isLocked)))
    }

    /// Deletes a recording that has ended and is not locked.
    package func deleteRecording(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "recordings", id), limit: Limits.document)
    }

    /// Ends a recording whose camera will not come back; fragments that have not arrived become permanent gaps.
    package func settleRecording(_ id: String) async throws -> RecordingDescription {
        try await answer(Request(.POST, "recordings", id, "settlement"))
    }

    /// The newest `limit` recordings.
    package func recordings(limit: Int = 1_000) async throws -> [RecordingDescription] {
        try await answer(Request(.GET, "recordings", query: [("limit", "\(limit)")]))
    }

    /// One recording.
    package func recording(_ id: String) async throws -> RecordingDescription {
        try await answer(Request(.GET, "recordings", id))
    }
}
