// SPDX-License-Identifier: Apache-2.0

import Media
import GRDB

extension CatalogDatabase {
    func insert(_ recording: Recording, folder: String) throws {
        try write {
            try $0.cachedStatement(
                sql: """
                    INSERT INTO recording
                        (id, camera, cameraName, folder, transport, codec, startedAt, stoppedAt, state)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                recording.id, recording.camera, recording.cameraName, folder, recording.transport,
                recording.codec?.rawValue, recording.startedAt, recording.stoppedAt, recording.state.rawValue,
            ]
            )
        }
    }

    /// Changes everything but the lock, and closes the segments of a stopped recording; false if there is no such recording.
    func update(_ recording: Recording) throws -> Bool {
        try write {
            try $0.cachedStatement(
                sql: """
                    UPDATE recording SET cameraName = ?, transport = ?, codec = ?, stoppedAt = ?, state = ?
                    WHERE id = ? AND camera = ?
                    """
            ).execute(arguments: [
                recording.cameraName, recording.transport, recording.codec?.rawValue,
                recording.stoppedAt, recording.state.rawValue, recording.id, recording.camera,
            ]
            )
            guard $0.changesCount > 0 else { return false }
            if recording.state == .stopped { try Self.closeSegments(of: recording.id, $0) }
            return true
        }
    }

    func recordings() throws -> [Recording] {
        try read {
            try Row.fetchAll($0.cachedStatement(sql: "SELECT * FROM recording ORDER BY startedAt, id")).map(
                Recording.init(row:))
        }
    }

    func recording(_ id: String) throws -> Recording? {
        try read {
            try Row.fetchOne($0.cachedStatement(sql: "SELECT * FROM recording WHERE id = ?"), arguments: [id]).map(
                Recording.init(row:))
        }
    }

    /// The folders of recordings that are not stopped, relative to the store.
    func activeFolders() throws -> [String] {
        try read {
            try String.fetchAll($0.cachedStatement(sql: "SELECT folder FROM recording WHERE state != 'stopped'"))
        }
    }

    func folder(of recording: String) throws -> String? {
        try read {
            try String.fetchOne(
                $0.cachedStatement(sql: "SELECT folder FROM recording WHERE id = ?"), arguments: [recording])
        }
    }

    /// Deletes a recording that no longer has segments.
    func removeRecording(_ id: String) throws {
        try write { try Self.removeRecording(id, $0) }
    }

    static func removeRecording(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM gap WHERE recording = ?").execute(arguments: [id])
        try db.cachedStatement(sql: "DELETE FROM recording WHERE id = ?").execute(arguments: [id])
    }
}
