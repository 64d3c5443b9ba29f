// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of the catalog.
///
/// A segment's row has the sums over its fragments, so that lists and trimming do not read the fragments. Tables are STRICT: a
/// column has only its declared type, so that reading a row cannot trap. Times are nanoseconds since 1970 UTC; ticks are 1/90000 s.
enum CatalogSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: first) }
        migrator.registerMigration("2") {
            try $0.execute(sql: "ALTER TABLE recording ADD COLUMN isLocked INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("3") { try $0.execute(sql: origins) }
        migrator.registerMigration("4") {
            try $0.execute(sql: "ALTER TABLE epoch ADD COLUMN began TEXT NOT NULL DEFAULT 'camera-restarted'")
        }
        migrator.registerMigration("5") { try $0.execute(sql: accounts) }
        migrator.registerMigration("6") { try $0.execute(sql: devices) }
        migrator.registerMigration("7") { try $0.execute(sql: "CREATE TABLE \(comparison)") }
        migrator.registerMigration("8") { try $0.execute(sql: stops) }
        migrator.registerMigration("9") {
            try $0.execute(sql: "ALTER TABLE recording ADD COLUMN deletedFrames INTEGER NOT NULL DEFAULT 0")
        }
        return migrator
    }

    /// Adds the beginning and end of recordings, the cameras' accounts of their epochs, and the fragments that a gap covers.
    private static let accounts = """
        ALTER TABLE fragment ADD COLUMN total INTEGER;
        ALTER TABLE recording ADD COLUMN beginEpoch INTEGER;
        ALTER TABLE recording ADD COLUMN beginSequence INTEGER;
        ALTER TABLE recording ADD COLUMN beginTotal INTEGER;
        ALTER TABLE recording ADD COLUMN endEpoch INTEGER;
        ALTER TABLE recording ADD COLUMN endSequence INTEGER;
        ALTER TABLE recording ADD COLUMN endTotal INTEGER;
        ALTER TABLE gap ADD COLUMN firstSequence INTEGER;
        ALTER TABLE gap ADD COLUMN lastSequence INTEGER;
        ALTER TABLE gap ADD COLUMN before INTEGER;
        ALTER TABLE gap ADD COLUMN isUncounted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE gap ADD COLUMN atMost INTEGER;
        ALTER TABLE epoch ADD COLUMN id TEXT;
        ALTER TABLE epoch ADD COLUMN predecessor TEXT;
        ALTER TABLE epoch ADD COLUMN cameraEpoch INTEGER;
        ALTER TABLE epoch ADD COLUMN ended TEXT;
        ALTER TABLE epoch ADD COLUMN lastSequence INTEGER;
        ALTER TABLE epoch ADD COLUMN lastTick INTEGER;
        ALTER TABLE epoch ADD COLUMN captured INTEGER;
        ALTER TABLE epoch ADD COLUMN nominalInterval INTEGER;
        ALTER TABLE epoch ADD COLUMN atMost INTEGER;
        CREATE UNIQUE INDEX epochByID ON epoch (camera, id) WHERE id IS NOT NULL;
        """

    /// Adds what was known of the moment of a stop.
    private static let stops = """
        ALTER TABLE recording ADD COLUMN stopBoot TEXT;
        ALTER TABLE recording ADD COLUMN stopMonotonic INTEGER;
        ALTER TABLE recording ADD COLUMN reachedEpoch INTEGER;
        ALTER TABLE recording ADD COLUMN reachedTick INTEGER;
        """

    /// Adds the devices that captured the epochs.
    private static let devices = """
        ALTER TABLE epoch ADD COLUMN make TEXT;
        ALTER TABLE epoch ADD COLUMN model TEXT;
        ALTER TABLE epoch ADD COLUMN orientation TEXT;
        """

    /// The table of the comparisons of clocks.
    static let comparison = """
        comparison (
            camera TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            utc INTEGER NOT NULL,
            uncertainty INTEGER NOT NULL,
            PRIMARY KEY (camera, epoch, tick)
        ) STRICT, WITHOUT ROWID
        """

    private static let origins = """
        ALTER TABLE segment ADD COLUMN backfilled INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE segment ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;
        UPDATE segment SET (backfilled, unconfirmed) = (
            SELECT COALESCE(SUM(frames) FILTER (WHERE source = 'backfill'), 0),
                COALESCE(SUM(frames) FILTER (WHERE source = 'unconfirmed'), 0)
            FROM fragment WHERE segment = segment.id
        );
        """

    private static let first = """
        CREATE TABLE recording (
            id TEXT NOT NULL PRIMARY KEY,
            camera TEXT NOT NULL,
            cameraName TEXT NOT NULL,
            folder TEXT NOT NULL,
            transport TEXT NOT NULL,
            codec TEXT,
            startedAt INTEGER NOT NULL,
            stoppedAt INTEGER,
            state TEXT NOT NULL
        ) STRICT;

        CREATE TABLE epoch (
            camera TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            utc INTEGER NOT NULL,
            uncertainty INTEGER NOT NULL,
            PRIMARY KEY (camera, epoch)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE init (
            digest BLOB NOT NULL PRIMARY KEY,
            bytes BLOB NOT NULL
        ) STRICT;

        CREATE TABLE segment (
            id INTEGER NOT NULL PRIMARY KEY,
            recording TEXT NOT NULL REFERENCES recording (id),
            epoch INTEGER NOT NULL,
            number INTEGER NOT NULL,
            part INTEGER NOT NULL,
            base INTEGER NOT NULL,
            init BLOB NOT NULL REFERENCES init (digest),
            path TEXT NOT NULL UNIQUE,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            codec TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            persistedAt INTEGER NOT NULL,
            fragments INTEGER NOT NULL DEFAULT 0,
            frames INTEGER NOT NULL DEFAULT 0,
            captured INTEGER NOT NULL DEFAULT 0,
            received INTEGER NOT NULL DEFAULT 0,
            firstSequence INTEGER,
            lastSequence INTEGER,
            firstTick INTEGER,
            lastTick INTEGER,
            closed INTEGER NOT NULL DEFAULT 0,
            garbage INTEGER NOT NULL DEFAULT 0,
            UNIQUE (recording, epoch, number, part)
        ) STRICT;
        CREATE INDEX segmentByInit ON segment (init);
        CREATE INDEX segmentByAge ON segment (persistedAt);
        CREATE INDEX segmentOpen ON segment (recording) WHERE closed = 0;
        CREATE INDEX segmentEmpty ON segment (id) WHERE fragments = 0;
        CREATE INDEX segmentGarbage ON segment (id) WHERE garbage = 1;

        CREATE TABLE fragment (
            recording TEXT NOT NULL REFERENCES recording (id),
            epoch INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            segment INTEGER NOT NULL REFERENCES segment (id),
            offset INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            firstTick INTEGER NOT NULL,
            lastTick INTEGER NOT NULL,
            frames INTEGER NOT NULL,
            isSync INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            captured INTEGER NOT NULL,
            received INTEGER NOT NULL,
            source TEXT NOT NULL,
            persistedAt INTEGER NOT NULL,
            PRIMARY KEY (recording, epoch, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fragmentBySegment ON fragment (segment, offset);
        CREATE INDEX fragmentByTick ON fragment (recording, epoch, firstTick);

        CREATE TABLE gap (
            id INTEGER NOT NULL PRIMARY KEY,
            recording TEXT NOT NULL REFERENCES recording (id),
            epoch INTEGER NOT NULL,
            firstTick INTEGER NOT NULL,
            lastTick INTEGER NOT NULL,
            frames INTEGER NOT NULL,
            reason TEXT NOT NULL,
            UNIQUE (recording, epoch, firstTick, lastTick, reason)
        ) STRICT;
        """
}
