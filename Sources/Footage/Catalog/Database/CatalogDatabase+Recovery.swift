// SPDX-License-Identifier: Apache-2.0

import Media
import GRDB

/// The queries of recovery and adoption.
extension CatalogDatabase {
    /// The fragments in a segment's file, the last one first.
    func fragmentsFromEnd(ofSegment segment: Int64) throws -> [StoredFragment] {
        try read { db in
            let sql = "\(Self.select) AND f.segment = ? ORDER BY f.offset DESC"
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [segment]).map(StoredFragment.init(row:))
        }
    }

    /// Deletes the rows of the last fragments of a segment whose file now has this many bytes.
    func removeFragments(_ fragments: [StoredFragment], leaving bytes: Int) throws {
        try write { db in
            for fragment in fragments {
                try db.cachedStatement(sql: "DELETE FROM fragment WHERE recording = ? AND epoch = ? AND sequence = ?")
                    .execute(arguments: [fragment.recording, fragment.id.epoch, fragment.id.sequence]
                    )
            }
            for segment in Set(fragments.map(\.segment.id)) {
                try db.cachedStatement(
                    sql: """
                        UPDATE segment SET (bytes, fragments, frames, captured, received, backfilled, unconfirmed,
                            lastSequence, lastTick) = (
                            SELECT ?1, COUNT(*), COALESCE(SUM(frames), 0), COALESCE(SUM(captured), 0),
                                COALESCE(SUM(received), 0),
                                COALESCE(SUM(frames) FILTER (WHERE source = 'backfill'), 0),
                                COALESCE(SUM(frames) FILTER (WHERE source = 'unconfirmed'), 0),
                                MAX(sequence), MAX(lastTick)
                            FROM fragment WHERE segment = ?2
                        ) WHERE id = ?2
                        """
                ).execute(arguments: [bytes, segment]
                )
            }
        }
    }

    /// The paths of all segments in a folder, relative to the store.
    func paths(in folder: String) throws -> Set<String> {
        // "0" is the character after "/".
        try read {
            try String.fetchSet(
                $0, sql: "SELECT path FROM segment WHERE path > ? AND path < ?",
                arguments: [folder + "/", folder + "0"])
        }
    }

    /// The folders of locked recordings, from which no policy may delete.
    func lockedFolders() throws -> Set<String> {
        try read { try String.fetchSet($0, sql: "SELECT folder FROM recording WHERE isLocked = 1") }
    }

    /// The recording with this folder.
    func recording(inFolder folder: String) throws -> Recording? {
        try read {
            try Row.fetchOne($0.cachedStatement(sql: "SELECT * FROM recording WHERE folder = ?"), arguments: [folder])
                .map(Recording.init(row:))
        }
    }

    /// The segment whose file has this path.
    func segment(path: String) throws -> StoredSegment? {
        try read {
            try Row.fetchOne(
                $0.cachedStatement(
                    sql: "SELECT \(Self.segmentColumns) FROM segment s WHERE s.garbage = 0 AND s.path = ?"),
                arguments: [path]
            ).map(StoredSegment.init(row:))
        }
    }
}
