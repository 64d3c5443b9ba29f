// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Catalog {
    /// The columns of `StoredSegment`, under names that do not clash with those of `fragment`.
    static let segmentColumns = """
        s.id AS segmentID, s.recording, s.epoch, s.number, s.part, s.base, s.init, s.path, s.width, s.height, \
        s.codec, s.bytes AS segmentBytes, s.closed
        """

    /// Selects the columns of `StoredFragment`, to be narrowed by a condition.
    static let select = """
        SELECT f.sequence, f.offset, f.bytes, f.firstTick, f.lastTick, f.frames, f.isSync, f.sha256, f.captured, \
        f.received, f.source, f.persistedAt, \(segmentColumns)
        FROM fragment f JOIN segment s ON s.id = f.segment
        WHERE s.garbage = 0
        """

    /// Adds a fragment, and its segment if that is new, as one transaction; returns the segment's number.
    func insert(_ fragment: PreparedFragment) throws -> Int64 {
        try write { db in
            let entry = fragment.entry
            let segment = try fragment.segment ?? insertSegment(fragment, db)
            try db.cachedStatement(
                sql: """
                    INSERT INTO fragment (recording, epoch, sequence, segment, offset, bytes, firstTick, lastTick,
                        frames, isSync, sha256, captured, received, source, persistedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                entry.recording, entry.epoch, entry.fragment.sequence, segment, fragment.offset,
                entry.fragment.bytes.count, entry.fragment.firstTick.rawValue, entry.fragment.lastTick.rawValue,
                entry.fragment.frames, entry.fragment.isSync, entry.fragment.digest.databaseValue, entry.captured,
                entry.received, entry.source.rawValue, entry.persistedAt,
            ])
            try db.cachedStatement(sql: "UPDATE segment SET bytes = ?, persistedAt = ? WHERE id = ?")
                .execute(arguments: [fragment.end, entry.persistedAt, segment])
            return segment
        }
    }

    func fragment(_ recording: String, _ id: FragmentID) throws -> StoredFragment? {
        try read { db in
            let statement = try db.cachedStatement(
                sql: Self.select + " AND f.recording = ? AND f.epoch = ? AND f.sequence = ?"
            )
            return try Row.fetchOne(statement, arguments: [recording, id.epoch, id.sequence])
                .map(StoredFragment.init(row:))
        }
    }

    func fragments(
        _ recording: String,
        epoch: Int?,
        sequences: ClosedRange<Int>?,
        limit: Int?
    ) throws -> [StoredFragment] {
        try read { db in
            var sql = Self.select + " AND f.recording = ?"
            var arguments: StatementArguments = [recording]
            if let epoch {
                sql += " AND f.epoch = ?"
                arguments += [epoch]
            }
            if let sequences {
                sql += " AND f.sequence BETWEEN ? AND ?"
                arguments += [sequences.lowerBound, sequences.upperBound]
            }
            sql += " ORDER BY f.epoch, f.sequence LIMIT ?"
            arguments += [limit ?? -1]
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map(StoredFragment.init(row:))
        }
    }

    /// The fragments behind `id` in the order of capture; from the first if it is nil.
    func fragments(_ recording: String, after id: FragmentID?, limit: Int) throws -> [StoredFragment] {
        try read { db in
            let sql = """
                \(Self.select) AND f.recording = ? AND (f.epoch, f.sequence) > (?, ?)
                ORDER BY f.epoch, f.sequence LIMIT ?
                """
            return try Row.fetchAll(
                db,
                sql: sql,
                arguments: [recording, id?.epoch ?? .min, id?.sequence ?? .min, limit]
            ).map(StoredFragment.init(row:))
        }
    }

    /// The last fragment that starts with a key frame at or before a position.
    func lastSync(_ recording: String, atOrBefore position: FootagePosition) throws -> StoredFragment? {
        try read { db in
            let sql = """
                \(Self.select) AND f.recording = ? AND f.isSync = 1 AND (f.epoch, f.firstTick) <= (?, ?)
                ORDER BY f.epoch DESC, f.firstTick DESC LIMIT 1
                """
            return try Row.fetchOne(db, sql: sql, arguments: [recording, position.epoch, position.tick.rawValue])
                .map(StoredFragment.init(row:))
        }
    }

    /// The last fragment in a segment's file.
    func lastFragment(inSegment segment: Int64) throws -> StoredFragment? {
        try read { db in
            let sql = "\(Self.select) AND f.segment = ? ORDER BY f.offset DESC LIMIT 1"
            return try Row.fetchOne(db, sql: sql, arguments: [segment]).map(StoredFragment.init(row:))
        }
    }

    func removeFragment(_ fragment: StoredFragment, leaving bytes: Int) throws {
        try write {
            try $0.execute(
                sql: "DELETE FROM fragment WHERE recording = ? AND epoch = ? AND sequence = ?",
                arguments: [fragment.recording, fragment.id.epoch, fragment.id.sequence]
            )
            try $0.execute(
                sql: "UPDATE segment SET bytes = ? WHERE id = ?",
                arguments: [bytes, fragment.segment.id]
            )
        }
    }

    func initSegment(_ digest: Digest) throws -> [UInt8]? {
        try read {
            try Row.fetchOne($0, sql: "SELECT bytes FROM init WHERE digest = ?", arguments: [digest.databaseValue])?
                .bytes("bytes")
        }
    }

    private func insertSegment(_ fragment: PreparedFragment, _ db: Database) throws -> Int64 {
        let entry = fragment.entry
        try db.execute(
            sql: "INSERT OR IGNORE INTO init (digest, bytes) VALUES (?, ?)",
            arguments: [entry.format.digest.databaseValue, entry.format.databaseValue]
        )
        try db.execute(
            sql: """
                INSERT INTO segment (recording, epoch, number, part, base, init, path, width, height, codec, bytes,
                    persistedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                entry.recording, entry.epoch, entry.segment, fragment.part, entry.fragment.base.rawValue,
                entry.format.digest.databaseValue, fragment.path, entry.format.format.width,
                entry.format.format.height, entry.format.format.codec.rawValue, fragment.end, entry.persistedAt,
            ]
        )
        return db.lastInsertedRowID
    }
}
