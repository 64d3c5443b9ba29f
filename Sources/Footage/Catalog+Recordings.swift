// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Catalog {
    func insert(_ recording: Recording, folder: String) throws {
        try write {
            try $0.execute(
                sql: """
                    INSERT INTO recording
                        (id, camera, cameraName, folder, transport, codec, startedAt, stoppedAt, state)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recording.id, recording.camera, recording.cameraName, folder, recording.transport,
                    recording.codec?.rawValue, recording.startedAt, recording.stoppedAt, recording.state.rawValue,
                ]
            )
        }
    }

    /// Changes what may change; false if there is no such recording.
    func update(_ recording: Recording) throws -> Bool {
        try write {
            try $0.execute(
                sql: """
                    UPDATE recording SET cameraName = ?, transport = ?, codec = ?, stoppedAt = ?, state = ?,
                        isLocked = ?
                    WHERE id = ? AND camera = ?
                    """,
                arguments: [
                    recording.cameraName, recording.transport, recording.codec?.rawValue,
                    recording.stoppedAt, recording.state.rawValue, recording.isLocked, recording.id,
                    recording.camera,
                ]
            )
            return $0.changesCount > 0
        }
    }

    func recordings() throws -> [Recording] {
        try read {
            try Row.fetchAll($0, sql: "SELECT * FROM recording ORDER BY startedAt, id").map(Recording.init(row:))
        }
    }

    func recording(_ id: String) throws -> Recording? {
        try read {
            try Row.fetchOne($0, sql: "SELECT * FROM recording WHERE id = ?", arguments: [id]).map(Recording.init(row:))
        }
    }

    /// The folders of recordings that are not stopped, relative to the store.
    func activeFolders() throws -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT folder FROM recording WHERE state != 'stopped'") }
    }

    func folder(of recording: String) throws -> String? {
        try read {
            try String.fetchOne($0, sql: "SELECT folder FROM recording WHERE id = ?", arguments: [recording])
        }
    }

    /// Removes a recording that has no segments any more.
    func removeRecording(_ id: String) throws {
        try write {
            try $0.execute(sql: "DELETE FROM gap WHERE recording = ?", arguments: [id])
            try $0.execute(sql: "DELETE FROM recording WHERE id = ?", arguments: [id])
        }
    }

    func add(_ gap: Gap) throws -> Gap {
        try write {
            let id = try Int64.fetchOne(
                $0,
                sql: """
                    INSERT INTO gap (recording, epoch, firstTick, lastTick, frames, reason)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (recording, epoch, firstTick, lastTick, reason) DO UPDATE SET frames = excluded.frames
                    RETURNING id
                    """,
                arguments: [
                    gap.recording, gap.epoch, gap.firstTick.rawValue, gap.lastTick.rawValue, gap.frames,
                    gap.reason.rawValue,
                ]
            )
            return Gap(
                id: id,
                recording: gap.recording,
                epoch: gap.epoch,
                firstTick: gap.firstTick,
                lastTick: gap.lastTick,
                frames: gap.frames,
                reason: gap.reason
            )
        }
    }

    /// Removes the gaps in front of the first footage that is left, and gives whether any is left.
    func removeGapsBeforeFootage(of recording: String) throws -> Bool {
        try write {
            let first = try Row.fetchOne(
                $0,
                sql: """
                    SELECT epoch, firstTick FROM segment WHERE recording = ? AND garbage = 0 AND fragments > 0
                    ORDER BY epoch, firstTick LIMIT 1
                    """, arguments: [recording])
            guard let first else { return false }
            let (epoch, tick): (Int, Int64) = (first["epoch"], first["firstTick"])
            try $0.execute(
                sql: "DELETE FROM gap WHERE recording = ? AND (epoch, lastTick) < (?, ?)",
                arguments: [recording, epoch, tick])
            return true
        }
    }

    func removeGap(_ id: Int64) throws {
        try write { try $0.execute(sql: "DELETE FROM gap WHERE id = ?", arguments: [id]) }
    }

    func gaps(_ recording: String) throws -> [Gap] {
        try read {
            try Row.fetchAll(
                $0,
                sql: "SELECT * FROM gap WHERE recording = ? ORDER BY epoch, firstTick, id",
                arguments: [recording]
            ).map(Gap.init(row:))
        }
    }

    func set(_ clock: EpochClock) throws {
        try write {
            try $0.execute(
                sql: """
                    INSERT OR REPLACE INTO epoch (camera, epoch, tick, utc, uncertainty, began) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    clock.camera, clock.epoch, clock.tick.rawValue, clock.utc, clock.uncertainty, clock.began.rawValue,
                ]
            )
        }
    }

    func clocks(_ camera: String) throws -> [EpochClock] {
        try read {
            try Row.fetchAll(
                $0,
                sql: "SELECT * FROM epoch WHERE camera = ? ORDER BY epoch",
                arguments: [camera]
            ).map {
                EpochClock(
                    camera: $0["camera"],
                    epoch: $0["epoch"],
                    tick: $0.tick("tick"),
                    utc: $0["utc"],
                    uncertainty: $0["uncertainty"],
                    began: GapReason(rawValue: $0["began"]) ?? .cameraRestarted
                )
            }
        }
    }
}
