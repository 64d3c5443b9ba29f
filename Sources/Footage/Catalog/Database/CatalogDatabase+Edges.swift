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

    /// Sets where a recording ends, and deletes the gaps behind.
    func setEnd(_ recording: String, _ edge: RecordingEdge) throws {
        try write { db in
            try db.cachedStatement(
                sql: "UPDATE recording SET (endEpoch, endSequence, endTotal) = (?, ?, ?) WHERE id = ?"
            ).execute(arguments: [edge.after.epoch, edge.after.sequence, edge.total, recording])
            let gaps = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM gap WHERE recording = ? AND epoch >= ?"),
                arguments: [recording, edge.after.epoch])
            for gap in try gaps.map(Gap.init(row:)) where edge.isBefore(gap) {
                try db.cachedStatement(sql: "DELETE FROM gap WHERE id = ?").execute(arguments: [gap.id])
            }
        }
    }

    func setStop(_ recording: String, _ stop: RecordingStop) throws {
        try write {
            try $0.cachedStatement(
                sql: """
                    UPDATE recording SET (stopBoot, stopMonotonic, reachedEpoch, reachedTick) = (?, ?, ?, ?)
                    WHERE id = ? AND state = 'recording'
                    """
            ).execute(arguments: [
                stop.boot, stop.monotonic, stop.reached?.epoch, stop.reached?.tick.rawValue, recording,
            ])
        }
    }

    /// The place up to which a recording's footage was deleted to make room; nil if none was.
    func deletedThrough(_ recording: String) throws -> RecordingEdge? {
        try read { try Self.deletedThrough(recording, $0) }
    }

    static func deletedThrough(_ recording: String, _ db: Database) throws -> RecordingEdge? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM recording WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [recording]).map(Recording.init(row:))?.deletedThrough
    }

    /// Lets recordings begin with their remaining footage, or after the removed segments if none remains; counts the removed frames,
    /// and deletes the gaps before.
    static func moveBegins(behind segments: [Int64], _ db: Database) throws {
        var removed: [String: Int] = [:]
        for segment in segments {
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT recording, frames FROM segment WHERE id = ?"), arguments: [segment])
            if let row { removed[row["recording"], default: 0] += row["frames"] }
        }
        for (recording, frames) in removed {
            try db.cachedStatement(sql: "UPDATE recording SET deletedFrames = deletedFrames + ? WHERE id = ?").execute(
                arguments: [frames, recording])
            let edge = try Row.fetchOne(db.cachedStatement(sql: firstRemaining), arguments: [recording])
            guard let edge = try edge ?? Row.fetchOne(db.cachedStatement(sql: lastRemoved), arguments: [recording])
            else { continue }
            let (epoch, after, total): (Int, Int, Int?) = (edge["epoch"], edge["after"], edge["total"])
            try db.cachedStatement(
                sql: """
                    UPDATE recording SET (beginEpoch, beginSequence, beginTotal) = (?1, ?2, ?3)
                    WHERE id = ?4 AND beginEpoch IS NOT NULL AND (beginEpoch, beginSequence) < (?1, ?2)
                    """
            ).execute(arguments: [epoch, after, total, recording])
            let begin = RecordingEdge(after: FragmentID(epoch: epoch, sequence: after), total: total)
            let place = FootagePosition(epoch: epoch, tick: edge.tick("tick"))
            let gaps = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM gap WHERE recording = ? AND epoch <= ?"),
                arguments: [recording, epoch])
            // A gap may end with the time at which the remaining footage begins, and a camera may know only roughly when its frames
            // were captured; then these, or its epoch, tell.
            for gap in try gaps.map(Gap.init(row:))
            where FootagePosition(epoch: gap.epoch, tick: gap.lastTick) < place || begin.isBehind(gap) {
                try db.cachedStatement(sql: "DELETE FROM gap WHERE id = ?").execute(arguments: [gap.id])
            }
        }
    }

    /// Where the remaining footage of a recording begins.
    private static let firstRemaining = """
        SELECT f.epoch, f.sequence - 1 AS after, f.firstTick AS tick, f.total - f.captured AS total
        FROM fragment f JOIN segment s ON s.id = f.segment
        WHERE f.recording = ?1 AND s.garbage = 0 ORDER BY f.epoch, f.sequence LIMIT 1
        """

    /// Where the removed footage of a recording ended.
    private static let lastRemoved = """
        SELECT epoch, lastSequence AS after, lastTick + 1 AS tick, (
            SELECT f.total FROM fragment f
            WHERE f.recording = s.recording AND f.epoch = s.epoch AND f.sequence = s.lastSequence) AS total
        FROM segment s
        WHERE recording = ?1 AND garbage = 1 AND fragments > 0 ORDER BY epoch DESC, lastSequence DESC LIMIT 1
        """
}
