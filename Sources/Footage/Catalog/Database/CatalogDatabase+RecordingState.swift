// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Changes a recording's state, each in one transaction: no caller writes back a row that it read earlier.
extension CatalogDatabase {
    /// Sets the lock of a recording; false if there is no such recording.
    func setLocked(_ isLocked: Bool, recording id: String) throws -> Bool {
        try write {
            try $0.cachedStatement(sql: "UPDATE recording SET isLocked = ? WHERE id = ?").execute(arguments: [
                isLocked, id,
            ])
            return $0.changesCount > 0
        }
    }

    /// Sets the state of a recording that is in one of `states`; false if it is in none of them or does not exist.
    func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>, at time: Int64?
    ) throws -> Bool {
        try write { db in
            let marks = databaseQuestionMarks(count: states.count)
            try db.cachedStatement(
                sql: """
                    UPDATE recording SET state = ?, stoppedAt = COALESCE(stoppedAt, ?) WHERE id = ? AND state IN (\(marks))
                    """
            ).execute(arguments: [state.rawValue, time, id] + StatementArguments(states.map(\.rawValue)))
            return db.changesCount > 0
        }
    }

    /// Ends a recording and closes its segments; false if it is stopped already or does not exist.
    func stop(recording id: String, at time: Int64) throws -> Bool {
        try write { db in
            try db.cachedStatement(
                sql: """
                    UPDATE recording SET state = 'stopped', stoppedAt = COALESCE(stoppedAt, ?)
                    WHERE id = ? AND state != 'stopped'
                    """
            ).execute(arguments: [time, id])
            let isChanged = db.changesCount > 0
            try Self.closeSegments(of: id, db)
            return isChanged
        }
    }

    /// Ends all recordings of a camera whose ids come before `current`, deletes those without a segment, and deletes the epochs
    /// before `epoch` without a segment; returns the folders of the deleted recordings.
    func endRecordings(of camera: String, before current: String, epoch: Int, at time: Int64) throws -> [String] {
        try write { db in
            // By length first: the number at the end of an id may outgrow its leading zeros.
            let others = "camera = ?1 AND (length(id), id) < (length(?2), ?2)"
            let ended: StatementArguments = [camera, current]
            try db.cachedStatement(
                sql: """
                    UPDATE segment SET closed = 1
                    WHERE closed = 0 AND recording IN (SELECT id FROM recording WHERE \(others))
                    """
            ).execute(arguments: ended)
            try db.cachedStatement(
                sql: "UPDATE recording SET state = 'stopped', stoppedAt = ?3 WHERE state != 'stopped' AND \(others)"
            ).execute(arguments: ended + [time])
            let empty = "\(others) AND NOT EXISTS (SELECT 1 FROM segment WHERE segment.recording = recording.id)"
            let folders = try String.fetchAll(
                db.cachedStatement(sql: "SELECT folder FROM recording WHERE \(empty)"), arguments: ended)
            try db.cachedStatement(sql: "DELETE FROM gap WHERE recording IN (SELECT id FROM recording WHERE \(empty))")
                .execute(arguments: ended)
            try db.cachedStatement(sql: "DELETE FROM recording WHERE \(empty)").execute(arguments: ended)
            try db.cachedStatement(
                sql: """
                    DELETE FROM epoch WHERE camera = ?1 AND epoch < ?2 AND epoch NOT IN (
                        SELECT epoch FROM segment WHERE recording IN (SELECT id FROM recording WHERE camera = ?1))
                    """
            ).execute(arguments: [camera, epoch])
            return folders
        }
    }

    /// Closes the open segments of a recording.
    static func closeSegments(of recording: String, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE segment SET closed = 1 WHERE recording = ? AND closed = 0").execute(
            arguments: [recording])
    }
}
