// SPDX-License-Identifier: Apache-2.0

import Media
import GRDB

extension CatalogDatabase {
    /// Segments that fragments may still be appended to, the latest first.
    func openSegments() throws -> [StoredSegment] {
        // Sorted here: with ORDER BY, SQLite reads the whole table instead of the index of open ones.
        try segments(where: "s.closed = 0 AND s.garbage = 0").sorted { $0.id > $1.id }
    }

    /// The open segments of a recording.
    func openSegments(of recording: String) throws -> [StoredSegment] {
        try segments(where: "s.closed = 0 AND s.garbage = 0 AND s.recording = ?", [recording])
    }

    /// All segments of a recording in the order of capture.
    ///
    /// The number of a segment of unannounced frames may be lower than that of the one before.
    func segments(of recording: String) throws -> [StoredSegment] {
        try segments(
            where: "s.garbage = 0 AND s.recording = ? ORDER BY s.epoch, s.firstSequence, s.number, s.part",
            [recording]
        )
    }

    /// The numbers and files of a recording's segments that have fragments.
    func filledSegments(of recording: String) throws -> [(id: Int64, path: String)] {
        try read { db in
            let sql = "SELECT id, path FROM segment WHERE garbage = 0 AND fragments > 0 AND recording = ?"
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [recording]).map { ($0["id"], $0["path"]) }
        }
    }

    /// The gaps that are left without these segments of a recording, in the order of capture; none for one that is deleted.
    func gaps(ofSegments ids: Set<Int64>, of recording: String, _ reason: GapReason) throws -> [Gap] {
        // A query for each is quicker than all segments of a month, and slower if most are asked for.
        let isFew = ids.count < 50
        let sql = """
            SELECT s.id, s.recording, s.epoch, s.frames, s.firstTick, s.lastTick, s.firstSequence, s.lastSequence,
                f.total - f.captured AS before
            FROM segment s JOIN fragment f
                ON f.recording = s.recording AND f.epoch = s.epoch AND f.sequence = s.firstSequence
            WHERE s.garbage = 0 AND \(isFew ? "s.id" : "s.recording") = ?
            """
        return try read { db in
            let statement = try db.cachedStatement(sql: sql)
            let rows =
                isFew
                ? try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]) }
                : try Row.fetchAll(statement, arguments: [recording]).filter { ids.contains($0["id"]) }
            return rows.map { row in
                let (first, last): (Int, Int) = (row["firstSequence"], row["lastSequence"])
                var gap = Gap(
                    recording: row["recording"], epoch: row["epoch"], firstTick: row.tick("firstTick"),
                    lastTick: row.tick("lastTick"), frames: row["frames"], reason: reason)
                (gap.sequences, gap.before) = (first...max(first, last), row["before"])
                return gap
            }
        }.sorted { ($0.epoch, $0.firstTick) < ($1.epoch, $1.firstTick) }
    }

    /// Segments without fragments.
    func emptySegments() throws -> [StoredSegment] {
        try segments(where: "s.fragments = 0")
    }

    /// Segments whose deletion has begun.
    func garbageSegments() throws -> [StoredSegment] {
        try segments(where: "s.garbage = 1")
    }

    private func segments(where condition: String, _ arguments: StatementArguments = []) throws -> [StoredSegment] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: "SELECT \(Self.segmentColumns) FROM segment s WHERE \(condition)"),
                arguments: arguments
            ).map(StoredSegment.init(row:))
        }
    }

    /// The number of the next part of a camera segment.
    func nextPart(_ recording: String, epoch: Int, number: Int) throws -> Int {
        try read {
            try Int.fetchOne(
                $0.cachedStatement(
                    sql: "SELECT MAX(part) + 1 FROM segment WHERE recording = ? AND epoch = ? AND number = ?"),
                arguments: [recording, epoch, number]
            ) ?? 0
        }
    }

    func closeSegments(_ ids: [Int64]) throws {
        guard !ids.isEmpty else { return }
        try write { db in
            for id in ids {
                try db.cachedStatement(sql: "UPDATE segment SET closed = 1 WHERE id = ?").execute(arguments: [id])
            }
        }
    }

    /// Marks segments as garbage.
    ///
    /// - Parameter movesBegin: whether their recordings begin after them from then on, in the same transaction.
    func markGarbage(_ ids: [Int64], movesBegin: Bool = false) throws {
        try write { db in
            try Self.markGarbage(ids, db)
            if movesBegin { try Self.moveBegins(behind: ids, db) }
        }
    }

    static func markGarbage(_ ids: [Int64], _ db: Database) throws {
        for id in ids {
            try db.cachedStatement(sql: "UPDATE segment SET garbage = 1, closed = 1 WHERE id = ?").execute(
                arguments: [id])
        }
    }

    /// Deletes the rows of segments whose files are gone, init segments that are no longer used, and stopped recordings whose last
    /// footage this was; returns the folders of these.
    func dropSegments(_ ids: [Int64]) throws -> [String] {
        try write { db in
            let recordings = try Set(
                ids.compactMap {
                    try String.fetchOne(
                        db.cachedStatement(sql: "SELECT recording FROM segment WHERE id = ? AND fragments > 0"),
                        arguments: [$0])
                })
            for id in ids {
                try db.cachedStatement(sql: "DELETE FROM fragment WHERE segment = ?").execute(arguments: [id])
                try db.cachedStatement(sql: "DELETE FROM segment WHERE id = ?").execute(arguments: [id])
            }
            try db.execute(
                sql: "DELETE FROM init WHERE NOT EXISTS (SELECT 1 FROM segment WHERE segment.init = init.digest)"
            )
            return try recordings.compactMap { try Self.dropIfEmpty(recording: $0, db) }
        }
    }

    /// Deletes a stopped recording without segments, with its gaps, and returns its folder.
    private static func dropIfEmpty(recording id: String, _ db: Database) throws -> String? {
        let sql = """
            SELECT folder FROM recording WHERE id = ?1 AND state = 'stopped'
                AND NOT EXISTS (SELECT 1 FROM segment WHERE recording = ?1)
            """
        guard let folder = try String.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) else { return nil }
        try removeRecording(id, db)
        return folder
    }

    /// The highest number of a segment; 0 if there is none.
    func lastSegmentID() throws -> Int64 {
        try read { try Int64.fetchOne($0.cachedStatement(sql: "SELECT MAX(id) FROM segment")) ?? 0 }
    }

    /// Adds an open, empty segment and returns its number.
    func insertSegment(_ entry: FragmentEntry, part: Int, path: String) throws -> Int64 {
        try write { db in
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO init (digest, bytes) VALUES (?, ?)").execute(arguments: [
                entry.format.digest.databaseValue, entry.format.databaseValue,
            ]
            )
            try db.cachedStatement(
                sql: """
                    INSERT INTO segment (recording, epoch, number, part, base, init, path, width, height, codec,
                        bytes, persistedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
                    """
            ).execute(arguments: [
                entry.recording, entry.epoch, entry.segment, part, entry.fragment.base.rawValue,
                entry.format.digest.databaseValue, path, entry.format.format.width,
                entry.format.format.height, entry.format.format.codec.rawValue, entry.persistedAt,
            ]
            )
            return db.lastInsertedRowID
        }
    }
}
