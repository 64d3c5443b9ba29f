// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Sums over all footage, which trimming needs every few seconds.
///
/// Adding up the segments of a large archive takes a tenth of a second. So a temporary table of the writing connection has the sums
/// for each recording, and triggers update it in the same transaction as the segments.
extension CatalogDatabase {
    /// Creates the table and its triggers; reads all segments once.
    static func prepareTotals(_ db: Database) throws {
        // In memory, so that a full temporary folder does not stop an append.
        try db.execute(sql: "PRAGMA temp_store = MEMORY")
        try db.execute(
            sql: """
                CREATE TEMP TABLE footage (
                    recording TEXT NOT NULL PRIMARY KEY,
                    bytes INTEGER NOT NULL,
                    ticks INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                INSERT INTO temp.footage
                    SELECT recording, SUM(bytes), COALESCE(SUM(lastTick - firstTick), 0)
                    FROM segment NOT INDEXED WHERE garbage = 0 GROUP BY recording;
                CREATE TEMP TRIGGER footageInserted AFTER INSERT ON main.segment WHEN NEW.garbage = 0
                BEGIN
                    INSERT INTO footage
                        VALUES (NEW.recording, NEW.bytes, COALESCE(NEW.lastTick - NEW.firstTick, 0))
                        ON CONFLICT (recording)
                            DO UPDATE SET bytes = bytes + excluded.bytes, ticks = ticks + excluded.ticks;
                END;
                CREATE TEMP TRIGGER footageChanged
                AFTER UPDATE OF bytes, firstTick, lastTick, garbage ON main.segment
                BEGIN
                    UPDATE footage SET
                        bytes = bytes + NEW.bytes * (NEW.garbage = 0) - OLD.bytes * (OLD.garbage = 0),
                        ticks = ticks + COALESCE(NEW.lastTick - NEW.firstTick, 0) * (NEW.garbage = 0)
                            - COALESCE(OLD.lastTick - OLD.firstTick, 0) * (OLD.garbage = 0)
                    WHERE recording = NEW.recording;
                END;
                CREATE TEMP TRIGGER footageDeleted AFTER DELETE ON main.segment WHEN OLD.garbage = 0
                BEGIN
                    UPDATE footage SET
                        bytes = bytes - OLD.bytes, ticks = ticks - COALESCE(OLD.lastTick - OLD.firstTick, 0)
                    WHERE recording = OLD.recording;
                END;
                CREATE TEMP TRIGGER footageForgotten AFTER DELETE ON main.recording
                BEGIN
                    DELETE FROM footage WHERE recording = OLD.id;
                END;
                """)
    }

    /// The bytes of all segments, or of those of one camera.
    func totalBytes(_ camera: String? = nil) throws -> Int {
        try read { try Int.fetchOne($0.cachedStatement(sql: total("bytes", "bytes")), arguments: [camera]) ?? 0 }
    }

    /// The duration of all segments, or of those of one camera, in ticks.
    func totalTicks(_ camera: String? = nil) throws -> Int64 {
        try read {
            try Int64.fetchOne($0.cachedStatement(sql: total("ticks", "lastTick - firstTick")), arguments: [camera])
                ?? 0
        }
    }

    /// The bytes of a recording's segments.
    func bytes(of recording: String) throws -> Int {
        let sql = "SELECT COALESCE(SUM(bytes), 0) FROM segment WHERE recording = ? AND garbage = 0"
        return try read { try Int.fetchOne($0.cachedStatement(sql: sql), arguments: [recording]) ?? 0 }
    }

    /// A read-only connection does not see the changes of another process, so it adds up the segments.
    private func total(_ column: String, _ expression: String) -> String {
        let source =
            isReadOnly
            ? "\(expression)), 0) FROM segment WHERE garbage = 0 AND" : "\(column)), 0) FROM temp.footage WHERE"
        return """
            SELECT COALESCE(SUM(\(source) (?1 IS NULL OR recording IN (SELECT id FROM recording WHERE camera = ?1))
            """
    }
}
