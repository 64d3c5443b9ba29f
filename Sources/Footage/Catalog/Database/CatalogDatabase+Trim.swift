// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

/// Finds the segments that a policy may delete.
///
/// These are neither locked nor held, and none is the last one of its recording while that is open.
///
/// Segments that were stored first come first. Within a recording the order is that of capture, so that trimming leaves no hole: a
/// segment comes together with all those of its recording that were captured before it.
extension CatalogDatabase {
    /// The next segments, at most `limit`; reads no more than `rows` of them.
    ///
    /// An empty result is not the end unless the scan says so.
    func trimmable(_ scan: inout TrimScan, limit: Int, rows: Int) throws -> [TrimmedSegment] {
        try read { db in
            let end = try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT MAX(id) FROM (SELECT id FROM segment WHERE id > ? ORDER BY id LIMIT ?)"),
                arguments: [scan.cursor, rows])
            guard let end else {
                scan.isAtEnd = true
                return []
            }
            var found: [TrimmedSegment] = []
            for candidate in try candidates(&scan, through: end, db) {
                let through = scan.through[candidate.recording]
                if let through, candidate.place <= through { continue }
                found += try segments(
                    of: candidate.recording, after: through, through: candidate.place, scan.policy,
                    limit: limit - found.count, db)
                scan.cursor = candidate.id - 1
                guard found.count < limit else { return found }
                scan.through[candidate.recording] = candidate.place
            }
            scan.cursor = end
            return found
        }
    }

    private struct Candidate {
        let id: Int64
        let recording: String
        let place: TrimScan.Place
    }

    /// The segments after the cursor whose recordings the policy may delete from, in the order of their ids.
    private func candidates(_ scan: inout TrimScan, through end: Int64, _ db: Database) throws -> [Candidate] {
        let sql = """
            SELECT s.id, s.recording, s.epoch, s.firstSequence
            FROM segment s CROSS JOIN recording r ON r.id = s.recording
            WHERE s.id > ? AND s.id <= ? AND s.garbage = 0 AND s.fragments > 0
                AND r.isLocked = 0 AND (? IS NULL OR r.camera = ?) ORDER BY s.id
            """
        let camera = scan.policy.camera
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: [scan.cursor, end, camera, camera])
        if scan.spared == scan.cursor { scan.spared = rows.first.map { ($0["id"] as Int64) - 1 } ?? end }
        return rows.map {
            Candidate(
                id: $0["id"], recording: $0["recording"],
                place: TrimScan.Place(epoch: $0["epoch"], firstSequence: $0["firstSequence"]))
        }
    }

    /// The segments of a recording between two places that the policy may delete.
    ///
    /// An open one with later footage behind it is not passed over, because that would make a hole: nothing may ever continue it.
    private func segments(
        of recording: String, after: TrimScan.Place?, through: TrimScan.Place, _ policy: TrimPolicy, limit: Int,
        _ db: Database
    ) throws -> [TrimmedSegment] {
        // By the sequences of fragments: the number of an unconfirmed segment may be lower than that of footage before it.
        let sql = """
            SELECT \(Self.segmentColumns), s.firstSequence, s.lastSequence, s.firstTick, s.lastTick, s.frames
            FROM fragment f CROSS JOIN segment s ON s.id = f.segment AND s.firstSequence = f.sequence
            WHERE f.recording = ? AND (f.epoch, f.sequence) > (?, ?) AND (f.epoch, f.sequence) <= (?, ?)
                AND s.garbage = 0
                AND (s.closed = 1 OR EXISTS (
                    SELECT 1 FROM fragment n JOIN segment l ON l.id = n.segment
                    WHERE n.recording = s.recording AND (n.epoch, n.sequence) > (s.epoch, s.lastSequence) AND l.garbage = 0))
                AND (s.epoch, s.lastSequence) < (?, ?)
            ORDER BY f.epoch, f.sequence LIMIT ?
            """
        let (low, held) = (after, policy.heldFrom)
        let arguments: StatementArguments = [
            recording, low?.epoch ?? .min, low?.firstSequence ?? .min, through.epoch, through.firstSequence,
            held?.epoch ?? .max, held?.sequence ?? .max, limit,
        ]
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(TrimmedSegment.init(row:))
    }
}

extension TrimmedSegment {
    fileprivate init(row: Row) throws {
        let segment = try StoredSegment(row: row)
        self.init(
            segment: segment,
            first: FragmentID(epoch: segment.epoch, sequence: row["firstSequence"]),
            last: FragmentID(epoch: segment.epoch, sequence: row["lastSequence"]),
            firstTick: row.tick("firstTick"),
            lastTick: row.tick("lastTick"),
            frames: row["frames"]
        )
    }
}
