// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Sums over all footage, which trimming needs every few seconds and each list of recordings needs.
///
/// Adding up the segments of a large archive takes more than a second. So a temporary table of the writing connection has the sums
/// for each epoch of each recording, and triggers update it in the same transaction as the segments.
extension CatalogDatabase {
    /// The columns of a segment that are added up; `ticks` is the sum of their durations.
    private static let sums = ["bytes", "fragments", "frames", "captured", "received", "backfilled", "unconfirmed"]

    /// Creates the table and its triggers; reads all segments once.
    ///
    /// The first and last tick of an epoch follow its segments while it grows. When it shrinks, they are stale until the next start:
    /// the next ones could be found only by reading all its segments.
    static func prepareTotals(_ db: Database) throws {
        // In memory, so that a full temporary folder does not stop an append.
        try db.execute(sql: "PRAGMA temp_store = MEMORY")
        let names = sums + ["ticks"]
        func list(_ text: (String) -> String) -> String { names.map(text).joined(separator: ", ") }
        func value(_ name: String, of row: String) -> String {
            name == "ticks" ? "COALESCE(\(row)lastTick - \(row)firstTick, 0)" : "\(row)\(name)"
        }
        func farthest(_ row: String) -> String {
            """
            firstTick = COALESCE(MIN(firstTick, \(row).firstTick), firstTick, \(row).firstTick),
            lastTick = COALESCE(MAX(lastTick, \(row).lastTick), lastTick, \(row).lastTick)
            """
        }
        let changes = list { name in
            "\(name) = \(name) + \(value(name, of: "NEW.")) * (NEW.garbage = 0) - \(value(name, of: "OLD.")) * (OLD.garbage = 0)"
        }
        try db.execute(
            sql: """
                CREATE TEMP TABLE footage (
                    recording TEXT NOT NULL,
                    epoch INTEGER NOT NULL,
                    \(list { "\($0) INTEGER NOT NULL" }),
                    firstTick INTEGER,
                    lastTick INTEGER,
                    isStale INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (recording, epoch)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO temp.footage
                    SELECT recording, epoch, \(list { "SUM(\(value($0, of: "")))" }), \(ends), 0
                    FROM segment NOT INDEXED WHERE garbage = 0 GROUP BY recording, epoch;
                CREATE TEMP TRIGGER footageInserted AFTER INSERT ON main.segment WHEN NEW.garbage = 0
                BEGIN
                    INSERT INTO footage
                        VALUES (NEW.recording, NEW.epoch, \(list { value($0, of: "NEW.") }), NEW.firstTick, NEW.lastTick, 0)
                        ON CONFLICT (recording, epoch) DO UPDATE
                            SET \(list { "\($0) = \($0) + excluded.\($0)" }), \(farthest("excluded"));
                END;
                CREATE TEMP TRIGGER footageChanged
                AFTER UPDATE OF \(sums.joined(separator: ", ")), firstTick, lastTick, garbage ON main.segment
                BEGIN
                    UPDATE footage SET \(changes), \(farthest("NEW")),
                        isStale = isStale OR NEW.garbage > OLD.garbage OR NEW.fragments < OLD.fragments
                            OR COALESCE(NEW.lastTick < OLD.lastTick, 0)
                    WHERE recording = NEW.recording AND epoch = NEW.epoch;
                END;
                CREATE TEMP TRIGGER footageDeleted AFTER DELETE ON main.segment WHEN OLD.garbage = 0
                BEGIN
                    UPDATE footage SET \(list { "\($0) = \($0) - \(value($0, of: "OLD."))" }), isStale = 1
                    WHERE recording = OLD.recording AND epoch = OLD.epoch;
                END;
                CREATE TEMP TRIGGER footageForgotten AFTER DELETE ON main.recording
                BEGIN
                    DELETE FROM footage WHERE recording = OLD.id;
                END;
                """)
    }

    /// The first and last tick of segments.
    private static let ends =
        "MIN(firstTick) FILTER (WHERE fragments > 0) AS firstTick, MAX(lastTick) FILTER (WHERE fragments > 0) AS lastTick"

    /// The sums of each epoch of a recording, in order, with its first and last tick.
    ///
    /// A read-only connection does not see the changes of another process, so it adds up the segments.
    func sums(of recording: String, _ db: Database) throws -> [Row] {
        let added = """
            SELECT epoch, \(Self.sums.map { "SUM(\($0)) AS \($0)" }.joined(separator: ", ")), \(Self.ends)
            FROM segment WHERE recording = ?1 AND garbage = 0 AND fragments > 0 GROUP BY epoch ORDER BY epoch
            """
        guard !isReadOnly else { return try Row.fetchAll(db.cachedStatement(sql: added), arguments: [recording]) }
        let kept = "SELECT * FROM temp.footage WHERE recording = ?1 AND fragments > 0 ORDER BY epoch"
        let rows = try Row.fetchAll(db.cachedStatement(sql: kept), arguments: [recording])
        guard rows.contains(where: { $0["isStale"] }) else { return rows }
        return try Row.fetchAll(db.cachedStatement(sql: added), arguments: [recording])
    }

    /// The bytes of all segments, or of those of one camera.
    func totalBytes(_ camera: String? = nil) throws -> Int {
        try read { try Int.fetchOne($0.cachedStatement(sql: total("bytes", "bytes")), arguments: [camera]) ?? 0 }
    }

    /// The duration of all segments that are not locked, or of those of one camera, in ticks.
    func totalTicks(_ camera: String? = nil) throws -> Int64 {
        let sql =
            total("ticks", "lastTick - firstTick")
            + " AND recording NOT IN (SELECT id FROM recording WHERE isLocked = 1)"
        return try read { try Int64.fetchOne($0.cachedStatement(sql: sql), arguments: [camera]) ?? 0 }
    }

    /// The bytes of a recording's segments.
    func bytes(of recording: String) throws -> Int {
        let sql = "SELECT COALESCE(SUM(bytes), 0) FROM segment WHERE recording = ? AND garbage = 0"
        return try read { try Int.fetchOne($0.cachedStatement(sql: sql), arguments: [recording]) ?? 0 }
    }

    /// Like `sums`, a read-only connection adds up the segments.
    private func total(_ column: String, _ expression: String) -> String {
        let source =
            isReadOnly
            ? "\(expression)), 0) FROM segment WHERE garbage = 0 AND" : "\(column)), 0) FROM temp.footage WHERE"
        return """
            SELECT COALESCE(SUM(\(source) (?1 IS NULL OR recording IN (SELECT id FROM recording WHERE camera = ?1))
            """
    }
}
