// SPDX-License-Identifier: Apache-2.0

import Disk
import SystemPackage

extension FootageStore {
    /// All recordings, the oldest first.
    package func recordings() throws -> [Recording] {
        try catalog.recordings()
    }

    /// The recording with this id.
    package func recording(_ id: String) throws -> Recording? {
        try catalog.recording(id)
    }

    /// The folder of a recording's files, relative to the store; nil if there is no such recording.
    package func folder(recording id: String) throws -> String? {
        try catalog.folder(of: id)
    }

    /// The totals of a recording, from the catalog alone; nil if there is none.
    package func summary(recording id: String) throws -> RecordingSummary? {
        try catalog.recording(id).map { try catalog.summary($0) }
    }

    /// Changes name, transport, codec, end and state of a recording; `stopped` closes its files.
    ///
    /// Does not change the lock: use `setLocked`. Throws `notFound`.
    package func update(_ recording: Recording) throws {
        guard try catalog.update(recording) else {
            throw FootageError.notFound("recording \(recording.id) of camera \(recording.camera)")
        }
        if recording.state == .stopped { files[recording.id] = nil }
    }

    /// Protects a recording from all policies that delete footage, or removes the protection; false if there is no such recording.
    package func setLocked(_ isLocked: Bool, recording id: String) throws -> Bool {
        if !isLocked { sparedSegments = [:] }
        return try reserve.lend { try catalog.setLocked(isLocked, recording: id) }
    }

    /// Changes the state of a recording if it is in one of `states`, also on a full disk; returns whether it was.
    ///
    /// To end a recording use `stop`, which closes its files.
    package func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>,
        at time: Int64?
    ) throws -> Bool {
        try reserve.lend { try catalog.setState(state, recording: id, from: states, at: time) }
    }

    /// Ends a recording and closes its files, also on a full disk; false if it is stopped already or does not exist.
    package func stop(recording id: String, at time: Int64) throws -> Bool {
        files[id] = nil
        return try reserve.lend { try catalog.stop(recording: id, at: time) }
    }

    /// Ends all recordings of a camera whose ids come before `current`: shorter ids first, then by their text.
    ///
    /// In the same transaction it deletes those of them that have no footage, and the camera's epochs before `epoch` that have no
    /// footage.
    package func endRecordings(of camera: String, before current: String, epoch: Int, at time: Int64) throws {
        let folders = try catalog.endRecordings(of: camera, before: current, epoch: epoch, at: time)
        for id in files.keys where (id.utf8.count, id) < (current.utf8.count, current) { files[id] = nil }
        let root = directory.string
        for folder in folders where !FileSystem.isAbsent(folder, in: root) {
            FileSystem.removeIfEmpty(directory.appending(folder))
        }
    }
}
