// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Catalog {
    /// Segments that something may still be appended to, the latest first.
    func openSegments() throws -> [StoredSegment] {
        try segments(where: "s.closed = 0 AND s.garbage = 0 ORDER BY s.id DESC")
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
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM segment WHERE path = ?)", arguments: [path]) ?? false
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

    func markGarbage(_ ids: [Int64]) throws {
        try write { db in
            for id in ids {
                try db.execute(sql: "UPDATE segment SET garbage = 1, closed = 1 WHERE id = ?", arguments: [id])
            }
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

    /// The bytes of all segments, or of those of one recording.
    func totalBytes(_ recording: String? = nil) throws -> Int {
        try read {
            try Int.fetchOne(
                $0,
                sql: "SELECT COALESCE(SUM(bytes), 0) FROM segment WHERE garbage = 0 AND (? IS NULL OR recording = ?)",
                arguments: [recording, recording]
            ) ?? 0
        }
    }

    /// Closed segments with what they hold, the oldest first.
    func trimmable(_ policy: TrimPolicy, limit: Int) throws -> [TrimmedSegment] {
        let held = policy.heldFrom
        return try read { db in
            // Asks for the fragments of each candidate alone, so that the cost does not grow with the archive.
            let sql = """
                SELECT \(Self.segmentColumns),
                    (SELECT MIN(sequence) FROM fragment WHERE segment = s.id) AS firstSequence,
                    (SELECT MAX(sequence) FROM fragment WHERE segment = s.id) AS lastSequence,
                    (SELECT MIN(firstTick) FROM fragment WHERE segment = s.id) AS firstTick,
                    (SELECT MAX(lastTick) FROM fragment WHERE segment = s.id) AS lastTick,
                    (SELECT SUM(frames) FROM fragment WHERE segment = s.id) AS frames
                FROM segment s
                WHERE s.closed = 1 AND s.garbage = 0
                    AND (?1 IS NULL OR s.recording = ?1) AND (?2 IS NULL OR s.persistedAt < ?2)
                    AND EXISTS (SELECT 1 FROM fragment WHERE segment = s.id)
                    AND (?3 IS NULL OR (s.epoch, (SELECT MAX(sequence) FROM fragment WHERE segment = s.id)) < (?3, ?4))
                ORDER BY s.persistedAt, s.id LIMIT ?5
                """
            let arguments: StatementArguments = [
                policy.recording, policy.persistedBefore, held?.epoch, held?.sequence, limit,
            ]
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

    func summary(_ recording: Recording) throws -> RecordingSummary {
        try read { db in
            let totals = try Row.fetchOne(
                db,
                sql: """
                    SELECT COALESCE(SUM(n), 0) AS n, COALESCE(SUM(frames), 0) AS frames,
                        COALESCE(SUM(captured), 0) AS captured, COALESCE(SUM(received), 0) AS received,
                        COALESCE(SUM(last - first), 0) AS duration
                    FROM (
                        SELECT COUNT(*) AS n, SUM(f.frames) AS frames, SUM(f.captured) AS captured,
                            SUM(f.received) AS received, MIN(f.firstTick) AS first, MAX(f.lastTick) AS last
                        FROM fragment f JOIN segment s ON s.id = f.segment
                        WHERE f.recording = ? AND s.garbage = 0 GROUP BY f.epoch
                    )
                    """,
                arguments: [recording.id]
            )
            let edge = "\(Self.edges) AND f.recording = ? ORDER BY f.epoch"
            let first = try Row.fetchOne(db, sql: edge + ", f.firstTick LIMIT 1", arguments: [recording.id])
            let last = try Row.fetchOne(db, sql: edge + " DESC, f.firstTick DESC LIMIT 1", arguments: [recording.id])
            let gaps = try Int.fetchOne(
                db,
                sql: "SELECT COUNT(*) FROM gap WHERE recording = ?",
                arguments: [recording.id]
            )
            return RecordingSummary(
                recording: recording,
                fragments: totals?["n"] ?? 0,
                frames: totals?["frames"] ?? 0,
                captured: totals?["captured"] ?? 0,
                received: totals?["received"] ?? 0,
                byteCount: try Int.fetchOne(
                    db,
                    sql: "SELECT COALESCE(SUM(bytes), 0) FROM segment WHERE garbage = 0 AND recording = ?",
                    arguments: [recording.id]
                ) ?? 0,
                gaps: gaps ?? 0,
                duration: totals?["duration"] ?? 0,
                first: first.map { FootagePosition(epoch: $0["epoch"], tick: $0.tick("firstTick")) },
                last: last.map { FootagePosition(epoch: $0["epoch"], tick: $0.tick("lastTick")) },
                width: last?["width"],
                height: last?["height"]
            )
        }
    }

    private static let edges = """
        SELECT f.epoch, f.firstTick, f.lastTick, s.width, s.height
        FROM fragment f JOIN segment s ON s.id = f.segment WHERE s.garbage = 0
        """
}
