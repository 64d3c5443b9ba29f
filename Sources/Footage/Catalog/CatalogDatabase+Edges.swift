// SPDX-License-Identifier: Apache-2.0

import Media
import GRDB

/// Where recordings begin and end.
extension CatalogDatabase {
    /// Sets where a recording begins, unless that is known; adds a missing total.
    func setBegin(_ recording: String, _ edge: RecordingEdge) throws {
        try write {
            try $0.cachedStatement(
                sql: """
                    UPDATE recording SET (beginEpoch, beginSequence, beginTotal) = (?, ?, ?)
                    WHERE id = ? AND (beginEpoch IS NULL OR (beginTotal IS NULL AND (beginEpoch, beginSequence) = (?, ?)))
                    """
            ).execute(arguments: [
                edge.after.epoch, edge.after.sequence, edge.total, recording, edge.after.epoch, edge.after.sequence,
            ])
        }
    }

    /// Moves the beginning of a recording, if it is still where the caller found it.
    func moveBegin(_ recording: String, from old: RecordingEdge, to new: RecordingEdge) throws {
        try write {
            try $0.cachedStatement(
                sql: """
                    UPDATE recording SET (beginEpoch, beginSequence, beginTotal) = (?, ?, ?)
                    WHERE id = ? AND (beginEpoch, beginSequence) = (?, ?)
                    """
            ).execute(arguments: [
                new.after.epoch, new.after.sequence, new.total, recording, old.after.epoch, old.after.sequence,
            ])
        }
    }

    func setEnd(_ recording: String, _ edge: RecordingEdge) throws {
        try write {
            try $0.cachedStatement(
                sql: "UPDATE recording SET (endEpoch, endSequence, endTotal) = (?, ?, ?) WHERE id = ?"
            ).execute(arguments: [edge.after.epoch, edge.after.sequence, edge.total, recording])
        }
    }

    /// Lets recordings begin with their remaining footage, and deletes the gaps before it.
    static func moveBegins(behind segments: [Int64], _ db: Database) throws {
        let recordings = try Set(
            segments.compactMap {
                try String.fetchOne(
                    db.cachedStatement(sql: "SELECT recording FROM segment WHERE id = ?"), arguments: [$0])
            })
        for recording in recordings {
            let first = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT epoch, firstSequence, firstTick, (
                            SELECT f.total - f.captured FROM fragment f
                            WHERE f.recording = s.recording AND f.epoch = s.epoch AND f.sequence = s.firstSequence) AS before
                        FROM segment s
                        WHERE recording = ?1 AND garbage = 0 AND fragments > 0 AND (epoch, number) = (
                            SELECT epoch, number FROM segment WHERE recording = ?1 AND garbage = 0 AND fragments > 0
                            ORDER BY epoch, number LIMIT 1)
                        ORDER BY firstSequence LIMIT 1
                        """), arguments: [recording])
            guard let first else { continue }
            let (epoch, sequence, before): (Int, Int, Int?) = (first["epoch"], first["firstSequence"], first["before"])
            try db.cachedStatement(
                sql: """
                    UPDATE recording SET (beginEpoch, beginSequence, beginTotal) = (?1, ?2, ?3)
                    WHERE id = ?4 AND beginEpoch IS NOT NULL AND (beginEpoch, beginSequence) < (?1, ?2)
                    """
            ).execute(arguments: [epoch, sequence - 1, before, recording])
            try db.cachedStatement(sql: "DELETE FROM gap WHERE recording = ? AND (epoch, lastTick) < (?, ?)").execute(
                arguments: [recording, epoch, first.tick("firstTick").rawValue])
        }
    }
}
