// SPDX-License-Identifier: Apache-2.0
import Footage
import Tasks
import Wire

extension RecorderNode {
    /// Deletes a recording that is stopped and not locked.
    ///
    /// One that was stopped, and that a trouble or a full disk keeps from its end, is deleted without the rest of its footage.
    package func deleteRecording(_ id: String) async throws {
        var recording = try await recording(id)
        guard [.stopping, .stopped].contains(recording.state) else {
            throw Problem.conflict("\(id) goes on: stop it first")
        }
        guard !recording.isLocked else {
            throw Problem.conflict("\(id) is locked: `longshot recordings unlock \(id)` permits it")
        }
        if recording.state == .stopping { try await giveUp(id) }
        try await changing("not even this can be deleted") { try await archive.store.delete(recording: id) }
        recording.state = .deleted
        events.publish(.recording(recording))
    }

    /// Ends the session of a stopped recording whose rest cannot be stored; throws a problem 409 if it can.
    private func giveUp(_ id: String) async throws {
        let found = openRecording(id)
        guard isDiskFull || found?.open.trouble != nil else { throw Problem.ending(id) }
        guard let (link, open) = found else { return }
        open.giveUp()
        guard link.link.phase == .connected else { return link.forget(open) }
        guard await open.finished.value(within: .seconds(10)) != nil else {
            throw Problem.conflict("\(id) is still being written: repeat the command")
        }
    }
}
