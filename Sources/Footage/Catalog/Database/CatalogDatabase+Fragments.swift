// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// The columns of `StoredSegment`; those that would clash with columns of `fragment` are renamed.
    static let segmentColumns = """
        s.id AS segmentID, s.recording, s.epoch, s.number, s.part, s.base, s.init, s.path, s.width, s.height, \
        s.codec, s.bytes AS segmentBytes, s.closed
        """

    /// Selects the columns of `StoredFragment`; callers append `AND` conditions.
    static let select = """
        SELECT f.sequence, f.offset, f.bytes, f.firstTick, f.lastTick, f.frames, f.isSync, f.sha256, f.captured, f.total, \
        f.received, f.source, f.persistedAt, \(segmentColumns)
        FROM fragment f JOIN segment s ON s.id = f.segment
        WHERE s.garbage = 0
        """

    /// Adds gaps, and fragments whose bytes are already on disk, in one transaction.
    ///
    /// - Parameter outdated: segments whose fragments are replaced; they become garbage.
    func insert(_ fragments: [WrittenFragment], gaps: [Gap], replacing outdated: [StoredSegment]) throws {
        try write { db in
            try Self.markGarbage(outdated.map(\.id), db)
            for segment in outdated {
                try db.cachedStatement(sql: "DELETE FROM fragment WHERE segment = ?").execute(arguments: [segment.id])
            }
            for gap in gaps { try Self.insert(gap, db) }
            for fragment in fragments { try Self.insert(fragment, db) }
        }
    }

    private static func insert(_ written: WrittenFragment, _ db: Database) throws {
        let (entry, fragment) = (written.entry, written.entry.fragment)
        try db.cachedStatement(
            sql: """
                INSERT INTO fragment (recording, epoch, sequence, segment, offset, bytes, firstTick, lastTick,
                    frames, isSync, sha256, captured, total, received, source, persistedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            entry.recording, entry.epoch, fragment.sequence, written.segment.id, written.offset, fragment.bytes.count,
            fragment.firstTick.rawValue, fragment.lastTick.rawValue, fragment.frames, fragment.isSync,
            fragment.digest.databaseValue, entry.captured, entry.total, entry.received, entry.source.rawValue,
            entry.persistedAt,
        ])
        try fill(gapsAround: entry, db)
        try correctBegin(before: entry, db)
        try db.cachedStatement(
            sql: """
                UPDATE segment SET bytes = ?, persistedAt = ?, fragments = fragments + 1, frames = frames + ?,
                    captured = captured + ?, received = received + ?,
                    backfilled = backfilled + ?, unconfirmed = unconfirmed + ?,
                    firstSequence = COALESCE(firstSequence, ?), lastSequence = ?,
                    firstTick = COALESCE(firstTick, ?), lastTick = ?
                WHERE id = ?
                """
        ).execute(arguments: [
            written.offset + fragment.bytes.count, entry.persistedAt, fragment.frames, entry.captured, entry.received,
            entry.source == .backfill ? fragment.frames : 0, entry.source == .unconfirmed ? fragment.frames : 0,
            fragment.sequence, fragment.sequence, fragment.firstTick.rawValue, fragment.lastTick.rawValue,
            written.segment.id,
        ])
    }

    /// Corrects how many frames were captured before the remaining footage of a recording, of which the oldest was deleted.
    ///
    /// The number is that of unconfirmed footage until its camera has announced the first fragment that remains.
    private static func correctBegin(before entry: FragmentEntry, _ db: Database) throws {
        guard entry.source != .unconfirmed, let total = entry.total else { return }
        try db.cachedStatement(
            sql: """
                UPDATE recording SET beginTotal = ?
                WHERE id = ? AND deletedFrames > 0 AND beginTotal IS NOT NULL AND (beginEpoch, beginSequence) = (?, ?)
                """
        ).execute(arguments: [
            total - entry.captured, entry.recording, entry.epoch, entry.fragment.sequence - 1,
        ])
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

    func fragments(_ recording: String, epoch: Int, sequences: ClosedRange<Int>) throws -> [StoredFragment] {
        try read { db in
            let sql =
                Self.select + " AND f.recording = ? AND f.epoch = ? AND f.sequence BETWEEN ? AND ? ORDER BY f.sequence"
            return try Row.fetchAll(
                db.cachedStatement(sql: sql), arguments: [recording, epoch, sequences.lowerBound, sequences.upperBound]
            ).map(StoredFragment.init(row:))
        }
    }

    /// The fragments after `id` in the order of capture; nil starts at the first one.
    func fragments(_ recording: String, after id: FragmentID?, limit: Int) throws -> [StoredFragment] {
        try read { db in
            let sql = """
                \(Self.select) AND f.recording = ? AND (f.epoch, f.sequence) > (?, ?)
                ORDER BY f.epoch, f.sequence LIMIT ?
                """
            return try Row.fetchAll(
                db.cachedStatement(sql: sql),
                arguments: [recording, id?.epoch ?? .min, id?.sequence ?? .min, limit]
            ).map(StoredFragment.init(row:))
        }
    }

    /// Ids, digests and formats of the fragments after `id` in the order of capture; nil starts at the first one.
    func marks(_ recording: String, after id: FragmentID?, limit: Int) throws -> [FragmentMark] {
        try read { db in
            let sql = """
                SELECT f.epoch, f.sequence, f.firstTick, f.sha256, s.init
                FROM fragment f JOIN segment s ON s.id = f.segment
                WHERE s.garbage = 0 AND f.recording = ? AND (f.epoch, f.sequence) > (?, ?)
                ORDER BY f.epoch, f.sequence LIMIT ?
                """
            return try Row.fetchAll(
                db.cachedStatement(sql: sql), arguments: [recording, id?.epoch ?? .min, id?.sequence ?? .min, limit]
            ).map {
                FragmentMark(
                    id: FragmentID(epoch: $0["epoch"], sequence: $0["sequence"]), firstTick: $0.tick("firstTick"),
                    digest: try $0.digest("sha256"), format: try $0.digest("init"))
            }
        }
    }

    /// The last fragment that starts with a key frame at or before a position.
    func lastSync(_ recording: String, atOrBefore position: FootagePosition) throws -> StoredFragment? {
        try read { db in
            let sql = """
                \(Self.select) AND f.recording = ? AND f.isSync = 1 AND (f.epoch, f.firstTick) <= (?, ?)
                ORDER BY f.epoch DESC, f.firstTick DESC LIMIT 1
                """
            return try Row.fetchOne(
                db.cachedStatement(sql: sql), arguments: [recording, position.epoch, position.tick.rawValue]
            )
            .map(StoredFragment.init(row:))
        }
    }

    /// The first fragment that starts with a key frame and does not end before a tick; nil if there is none.
    func firstSync(_ recording: String, endingAtOrAfter tick: Tick) throws -> StoredFragment? {
        try read { db in
            let sql = """
                \(Self.select) AND f.recording = ? AND f.isSync = 1 AND f.lastTick >= ?
                ORDER BY f.epoch, f.sequence LIMIT 1
                """
            return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [recording, tick.rawValue]).map(
                StoredFragment.init(row:))
        }
    }

    /// The last fragment in a segment's file.
    func lastFragment(inSegment segment: Int64) throws -> StoredFragment? {
        try read { db in
            let sql = "\(Self.select) AND f.segment = ? ORDER BY f.offset DESC LIMIT 1"
            return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [segment]).map(StoredFragment.init(row:))
        }
    }

    func initSegment(_ digest: Digest) throws -> [UInt8]? {
        try read {
            try Row.fetchOne(
                $0.cachedStatement(sql: "SELECT bytes FROM init WHERE digest = ?"), arguments: [digest.databaseValue])?
                .bytes("bytes")
        }
    }
}
