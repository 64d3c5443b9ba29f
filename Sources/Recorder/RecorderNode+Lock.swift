// SPDX-License-Identifier: Apache-2.0
import Wire

extension RecorderNode {
    /// Locks a recording against deletion, or unlocks it.
    package func lockRecording(_ id: String, _ isLocked: Bool) async throws {
        try await archive.lock(id, isLocked)
        events.publish(.recording(try await recording(id)))
    }
}
