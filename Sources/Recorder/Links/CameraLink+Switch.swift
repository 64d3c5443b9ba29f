// SPDX-License-Identifier: Apache-2.0
import Logging
import Tasks
import Transfers
import Trust
import Wire

extension CameraLink {
    /// The capability of cameras that pass on requests to start or stop the recording.
    static let switchCapability = "recording-switch"
    /// The shortest time between two requests, so that a lying camera cannot fill the catalog with recordings.
    private static let pace = Duration.seconds(1)

    /// Carries out the requests of the camera to start or stop its recording, until cancelled.
    func carryOut(_ requests: AsyncStream<RecordingSwitch>, over client: any CameraConnection) async {
        for await request in requests {
            var answer = RecordingReport(answers: request.id)
            do {
                let pressed = request.isOn ? await press(of: request, over: client) : nil
                try await switchRecording(self, request.isOn, pressed)
                parts.logger.notice(
                    "recording switched at the camera", metadata: ["camera": "\(id.short)", "on": "\(request.isOn)"])
            } catch {
                answer.problem = (error as? Problem)?.detail ?? error.wordsWithoutPath
            }
            reportRecording(answering: answer)
            try? await Task.sleep(for: Self.pace)
        }
    }

    /// The moment of a request on this machine's monotonic clock; nil if the camera does not tell it, or does not answer in time.
    private func press(of request: RecordingSwitch, over client: any CameraConnection) async -> Int64? {
        guard let pressedAt = request.pressedAt else { return nil }
        let offset = try? await withTimeout(.seconds(2)) { try await client.compareClocks() }
        return offset.map { $0.local(atRemote: pressedAt) }
    }

    /// Reports to the camera at each change whether it is recorded, until cancelled.
    func report(_ changes: AsyncStream<Void>, over client: any CameraConnection) async {
        for await _ in changes {
            do {
                try await client.report(takeReport())
            } catch {
                parts.logger.debug("recording not reported", metadata: ["error": "\(error)"])
            }
        }
    }
}
