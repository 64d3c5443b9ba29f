// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Catalog {
    /// Segments that something may still be appended to, the latest first.
    func openSegments() throws -> [StoredSegment] {
        // Sorted here: asked to sort, SQLite reads the whole table instead of the index of open ones.
        try segments(where: "s.closed = 0 AND s.garbage = 0").sorted { $0.id > $1.id }
    }

    /// The open segments of a recording.
    func openSegments(of recording: String) throws -> [StoredSegment] {
        try segments(where: "s.closed = 0 AND s.garbage = 0 AND s.recording = ?", [recording])
    }

    /// All segments of a recording in the order of capture.
    func segments(of recording: String) throws -> [StoredSegment] {
        try segments(
            where: "s.garbage = 0 AND s.recording = ? ORDER BY s.epoch, s.number, s.part",
            [recording]
        )
    }

    /// Segments in which nothing was ever stored.
    func emptySegments() throws -> [StoredSegment] {
        try segments(where: "s.fragments = 0")
    }

    /// Segments whose deletion was begun.
    func garbageSegments() throws -> [StoredSegment] {
        try segments(where: "s.garbage = 1")
    }

    private func segments(where condition: String, _ arguments: StatementArguments = []) throws -> [StoredSegment] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(Self.segmentColumns) FROM segment s WHERE \(condition)",
                arguments: arguments
            ).map(StoredSegment.init(row:))
        }
    }

    /// The number of the next part of a camera segment.
    func nextPart(_ recording: String, epoch: Int, number: Int) throws -> Int {
        try read {
            try Int.fetchOne(
                $0,
                sql: "SELECT MAX(part) + 1 FROM segment WHERE recording = ? AND epoch = ? AND number = ?",
                arguments: [recording, epoch, number]
            ) ?? 0
        }
    }

    func isKnown(path: String) throws -> Bool {
        try read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM segment WHERE path = ?)", arguments: [path])
                ?? false
        }
    }

    func closeSegments(_ ids: [Int64]) throws {
        guard !ids.isEmpty else { return }
        try write { db in
            for id in ids {
                try db.execute(sql: "UPDATE segment SET closed = 1 WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Marks segments as deleted.
    ///
    /// - Parameter movesBegin: the oldest footage goes on purpose: in the same transaction its recordings begin behind it.
    func markGarbage(_ ids: [Int64], movesBegin: Bool = false) throws {
        try write { db in
            for id in ids {
                try db.execute(sql: "UPDATE segment SET garbage = 1, closed = 1 WHERE id = ?", arguments: [id])
            }
            if movesBegin { try Self.moveBegins(behind: ids, db) }
        }
    }

    /// Drops the rows of segments whose files are gone, and init segments that nothing uses any more.
    func dropSegments(_ ids: [Int64]) throws {
        try write { db in
            for id in ids {
                try db.execute(sql: "DELETE FROM fragment WHERE segment = ?", arguments: [id])
                try db.execute(sql: "DELETE FROM segment WHERE id = ?", arguments: [id])
            }
            try db.execute(
                sql: "DELETE FROM init WHERE NOT EXISTS (SELECT 1 FROM segment WHERE segment.init = init.digest)"
            )
        }
    }

    /// The bytes of all segments, or of those of one camera.
    func totalBytes(_ camera: String? = nil) throws -> Int {
        try read { try Int.fetchOne($0, sql: Self.total("bytes"), arguments: [camera, camera]) ?? 0 }
    }

    /// How long the frames of all segments last, or of those of one camera, in ticks.
    func totalTicks(_ camera: String? = nil) throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: Self.total("lastTick - firstTick"), arguments: [camera, camera]) ?? 0 }
    }

    private static func total(_ column: String) -> String {
        """
        SELECT COALESCE(SUM(\(column)), 0) FROM segment WHERE garbage = 0
            AND (? IS NULL OR recording IN (SELECT id FROM recording WHERE camera = ?))
        """
    }

    /// Closed segments with what they hold, those that were stored first in front.
    ///
    /// Within a recording they go in the order of capture: no hole is made by deleting.
    func trimmable(_ policy: TrimPolicy, limit: Int) throws -> [TrimmedSegment] {
        let held = policy.heldFrom
        return try read { db in
            let sql = """
                SELECT \(Self.segmentColumns), s.firstSequence, s.lastSequence, s.firstTick, s.lastTick, s.frames
                FROM (
                    SELECT *, MIN(id) OVER (
                        PARTITION BY recording ORDER BY epoch, firstSequence
                        ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
                    ) AS turn
                    FROM segment WHERE garbage = 0 AND fragments > 0
                ) s JOIN recording r ON r.id = s.recording
                WHERE s.closed = 1 AND r.isLocked = 0 AND (?1 IS NULL OR r.camera = ?1)
                    AND (?2 IS NULL OR (s.epoch, s.lastSequence) < (?2, ?3))
                ORDER BY s.turn, s.epoch, s.firstSequence LIMIT ?4
                """
            let arguments: StatementArguments = [policy.camera, held?.epoch, held?.sequence, limit]
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map {
                let segment = try StoredSegment(row: $0)
                return TrimmedSegment(
                    segment: segment,
                    first: FragmentID(epoch: segment.epoch, sequence: $0["firstSequence"]),
                    last: FragmentID(epoch: segment.epoch, sequence: $0["lastSequence"]),
                    firstTick: $0.tick("firstTick"),
                    lastTick: $0.tick("lastTick"),
                    frames: $0["frames"]
                )
            }
        }
    }

    /// Adds an open segment in which nothing is yet and returns its number.
    func insertSegment(_ entry: FragmentEntry, part: Int, path: String) throws -> Int64 {
        try write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO init (digest, bytes) VALUES (?, ?)",
                arguments: [entry.format.digest.databaseValue, entry.format.databaseValue]
            )
            try db.execute(
                sql: """
                    INSERT INTO segment (recording, epoch, number, part, base, init, path, width, height, codec,
                        bytes, persistedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
                    """,
                arguments: [
                    entry.recording, entry.epoch, entry.segment, part, entry.fragment.base.rawValue,
                    entry.format.digest.databaseValue, path, entry.format.format.width,
                    entry.format.format.height, entry.format.format.codec.rawValue, entry.persistedAt,
                ]
            )
            return db.lastInsertedRowID
        }
    }
}
