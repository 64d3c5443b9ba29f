// SPDX-License-Identifier: Apache-2.0
import Footage
import Wire

extension RecorderNode {
    /// Locks a recording against deletion, or unlocks it.
    package func lockRecording(_ id: String, _ isLocked: Bool) async throws {
        try await archive.lock(id, isLocked)
        try await publish(id)
    }

    /// The link that records a recording, and what is open of it; nil if no camera is being recorded into it.
    func openRecording(_ id: String) -> (link: CameraLink, open: OpenRecording)? {
        for link in links {
            if let open = link.openRecording, open.recording.id == id { return (link, open) }
        }
        return nil
    }

    /// Publishes the state of a recording; throws a problem 404 if there is none.
    func publish(_ id: String) async throws {
        if let (link, open) = openRecording(id) { return await link.publish(open) }
        events.publish(.recording(try await recording(id)))
    }
}
