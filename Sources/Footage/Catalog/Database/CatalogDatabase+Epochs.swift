// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// Stores several epochs, all or none.
    func set(_ clocks: [EpochClock]) throws {
        guard !clocks.isEmpty else { return }
        try write { db in
            for clock in clocks { try Self.insert(clock, db) }
        }
    }

    /// Marks the running epochs of a camera as unheard, because the link to it is lost.
    func silence(_ camera: String) throws {
        try write {
            try $0.cachedStatement(sql: "UPDATE epoch SET ended = 'unheard' WHERE camera = ? AND ended = 'running'")
                .execute(arguments: [camera])
        }
    }

    /// Stores a comparison of clocks; deletes those of the camera's epochs before all of its footage.
    func add(_ comparison: ClockComparison) throws {
        try write { db in
            try db.cachedStatement(
                sql: """
                    DELETE FROM comparison WHERE camera = ?1 AND epoch < (
                        SELECT MIN(epoch) FROM segment WHERE recording IN (SELECT id FROM recording WHERE camera = ?1))
                    """
            ).execute(arguments: [comparison.camera])
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO comparison (camera, epoch, tick, utc, uncertainty) VALUES (?, ?, ?, ?, ?)"
            ).execute(arguments: [
                comparison.camera, comparison.epoch, comparison.tick.rawValue, comparison.utc, comparison.uncertainty,
            ])
        }
    }

    func comparisons(_ camera: String, epochs: ClosedRange<Int>) throws -> [ClockComparison] {
        try read {
            try Row.fetchAll(
                $0.cachedStatement(
                    sql: "SELECT * FROM comparison WHERE camera = ? AND epoch BETWEEN ? AND ? ORDER BY epoch, tick"),
                arguments: [camera, epochs.lowerBound, epochs.upperBound]
            ).map {
                ClockComparison(
                    camera: $0["camera"], epoch: $0["epoch"], tick: $0.tick("tick"), utc: $0["utc"],
                    uncertainty: $0["uncertainty"])
            }
        }
    }

    func clocks(_ camera: String) throws -> [EpochClock] {
        try read {
            try Row.fetchAll(
                $0.cachedStatement(sql: "SELECT * FROM epoch WHERE camera = ? ORDER BY epoch"),
                arguments: [camera]
            ).map(EpochClock.init(row:))
        }
    }

    /// The clock of one epoch; nil if it is unknown.
    static func clock(_ camera: String, _ epoch: Int, _ db: Database) throws -> EpochClock? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM epoch WHERE camera = ? AND epoch = ?"), arguments: [camera, epoch]
        ).map(EpochClock.init(row:))
    }

    private static func insert(_ clock: EpochClock, _ db: Database) throws {
        let account = clock.account
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO epoch (camera, epoch, tick, utc, uncertainty, began, id, predecessor, cameraEpoch,
                    ended, lastSequence, lastTick, captured, nominalInterval, atMost, make, model, orientation)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            clock.camera, clock.epoch, clock.tick.rawValue, clock.utc, clock.uncertainty, clock.began.rawValue,
            account?.id, account?.predecessor, account?.cameraEpoch, account?.ended.rawValue,
            account?.lastSequence, account?.lastTick.rawValue, account?.captured, account?.nominalInterval,
            account?.atMost, account?.device.make, account?.device.model, account?.device.orientation.rawValue,
        ])
    }
}

extension EpochClock {
    /// Reads a row; an archive of an earlier version that is opened for reading lacks the account, the device and `began`.
    fileprivate init(row: Row) {
        let began: String? = row["began"]
        self.init(
            camera: row["camera"], epoch: row["epoch"], tick: row.tick("tick"), utc: row["utc"],
            uncertainty: row["uncertainty"], began: began.map(GapReason.init(rawValue:)) ?? .cameraRestarted)
        guard let id: String = row["id"] else { return }
        let (ended, orientation): (String?, String?) = (row["ended"], row["orientation"])
        account = EpochAccount(
            id: id, predecessor: row["predecessor"], cameraEpoch: row["cameraEpoch"] ?? epoch,
            ended: ended.flatMap(EpochAccount.Ending.init(rawValue:)) ?? .running,
            lastSequence: row["lastSequence"] ?? 0, lastTick: Tick(rawValue: row["lastTick"] ?? 0),
            captured: row["captured"], nominalInterval: row["nominalInterval"] ?? 3_000, atMost: row["atMost"],
            device: CaptureDevice(
                make: row["make"], model: row["model"],
                orientation: orientation.flatMap(PictureOrientation.init(rawValue:)) ?? .upright))
    }
}
