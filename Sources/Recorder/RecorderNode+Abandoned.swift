// SPDX-License-Identifier: Apache-2.0
import Footage
import Trust
import Wire

extension RecorderNode {
    /// The open recordings of cameras that this recorder has revoked, which nothing else would mention.
    func abandoned() async -> [RecordingDescription] {
        let revoked = peers.peers.filter { $0.role == .camera && $0.isRevoked }
        guard !revoked.isEmpty, let recordings = try? await archive.store.recordings() else { return [] }
        var found: [RecordingDescription] = []
        for recording in recordings where recording.state != .stopped {
            guard let camera = revoked.first(where: { $0.id.text == recording.camera }),
                var description = try? await archive.description(of: recording.id, withSegments: false)
            else { continue }
            let when = camera.revokedAt.map { " at \($0.momentOfSeconds)" } ?? ""
            description.cameraRevokedAt = camera.revokedAt
            description.trouble =
                "this recorder has revoked the camera\(when): stop the recording to end it here; to go on, "
                + LinkCondition.pairing
            found.append(description)
        }
        return found
    }
}
