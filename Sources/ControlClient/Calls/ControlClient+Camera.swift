// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
import Tasks
package import Wire

/// The routes of cameras, except footage.
extension ControlClient {
    /// Asks the camera to send live video to this machine.
    package func openLive(_ request: LiveRequest) async throws -> LiveSession {
        try await answer(Request(.POST, "live").sending(request))
    }

    /// Asks the camera to end a live session; it ends after the fragment in progress.
    package func closeLive(_ id: String) async throws -> LiveEnd {
        try await answer(Request(.DELETE, "live", id))
    }

    /// Requests the camera's recorders to start or stop recording it; their answers follow as events.
    package func switchRecording(_ isOn: Bool, pressedAt: Int64? = nil) async throws -> RecordingControl {
        try await answer(
            Request(.PUT, "recording", "switch").sending(RecordingSwitch(isOn: isOn, pressedAt: pressedAt)))
    }

    /// Tells the camera whether this recorder records it.
    package func report(_ report: RecordingReport) async throws {
        _ = try await bytes(Request(.PUT, "recording", "report").sending(report), limit: Limits.document)
    }

    /// Takes stills; returns when the camera has accepted the job, not when it is done.
    package func takeStills(_ request: StillRequest) async throws -> StillJob {
        try await answer(Request(.POST, "stills").sending(request))
    }

    /// Takes stills of a press whose `pressedAt` is on this machine's monotonic clock, and converts it to the camera's.
    package func takeStills(pressedHere request: StillRequest) async throws -> StillJob {
        guard let pressedAt = request.pressedAt else { return try await takeStills(request) }
        let offset = try await clockOffset()
        var request = request
        request.pressedAt = offset.remote(atLocal: pressedAt)
        request.pressUncertainty = offset.uncertainty + (request.pressUncertainty ?? 0)
        return try await takeStills(request)
    }

    /// The progress of a still job.
    package func stillJob(_ id: String) async throws -> StillJob {
        try await answer(Request(.GET, "stills", "jobs", id))
    }

    /// Moves the moments of a still job; `startsAt` is on this machine's monotonic clock, and is converted to the camera's.
    package func moveStills(job id: String, startingHere change: StillJobChange) async throws -> StillJob {
        let offset = try await clockOffset()
        let there = StillJobChange(
            startsAt: offset.remote(atLocal: change.startsAt),
            uncertainty: offset.uncertainty + (change.uncertainty ?? 0))
        return try await answer(Request(.PATCH, "stills", "jobs", id).sending(there))
    }

    /// Cancels a still job; stills that were already taken remain.
    package func cancelStills(job id: String) async throws -> StillJob {
        try await answer(Request(.DELETE, "stills", "jobs", id))
    }

    /// At most `limit` of the camera's stills in order of time, beginning after the still with the id `after`.
    package func stills(after: String? = nil, limit: Int = 200) async throws -> [Still] {
        try await answer(Request(.GET, "stills", query: [("after", after), ("limit", "\(limit)")]))
    }

    /// All of the camera's stills in order of time.
    package func allStills() async throws -> [Still] {
        try await all(Request(.GET, "stills")) { last in try await stills(after: last?.id) }
    }

    /// The thumbnail of a still on a camera, a JPEG.
    package func stillThumbnail(_ id: String) async throws -> [UInt8] {
        try await bytes(Request(.GET, "stills", id, "thumbnail"), limit: Limits.document)
    }

    /// One still's description.
    package func still(_ id: String) async throws -> Still {
        try await answer(Request(.GET, "stills", id))
    }

    /// Deletes a still from the camera.
    package func deleteStill(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "stills", id), limit: Limits.document)
    }

    /// Tells the camera that this recorder has stored a still.
    ///
    /// Cameras of earlier versions have no receipts. There it deletes the still, unless the camera keeps it or other recorders need
    /// it.
    package func confirmStill(_ still: Still) async throws {
        do {
            let receipt = try Request(.POST, "stills", still.id, "receipts").sending(StillReceipt(sha256: still.sha256))
            _ = try await bytes(receipt, limit: Limits.document)
        } catch let problem as Problem where problem.status == 404 && still.save == .both {
            // Nothing waits for this receipt.
        } catch let problem as Problem where problem.status == 404 && still.recipients.count == 1 {
            try await deleteStill(still.id)
        }
    }

    /// The pipeline files that the camera may run.
    package func pipelines() async throws -> [PipelineDescription] {
        try await answer(Request(.GET, "pipelines"))
    }

    /// The text of a pipeline file.
    package func pipelineText(_ name: String) async throws -> String {
        String(
            decoding: try await bytes(Request(.GET, "pipelines", name), limit: Limits.document), as: UTF8.self
        )
    }

    /// The properties of a capture pipeline that can be set while it runs.
    package func pipelineProperties(_ name: String) async throws -> [PipelineProperty] {
        try await answer(Request(.GET, "pipelines", name, "properties"))
    }

    /// Sets properties of the running pipeline.
    package func setPipelineProperties(_ name: String, _ change: PipelineChange) async throws -> [PipelineProperty] {
        try await answer(Request(.PATCH, "pipelines", name, "properties").sending(change))
    }

    /// Makes the camera run another pipeline file.
    package func activatePipeline(_ name: String) async throws -> PipelineDescription {
        try await answer(Request(.PUT, "pipelines", "active").sending(["name": name]))
    }
}
