// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// The totals of a recording.
    func summary(_ recording: Recording) throws -> RecordingSummary {
        try read { db in
            let epochs = try sums(of: recording.id, db)
            let pictures = try epochs.compactMap { try picture(of: recording.id, epoch: $0["epoch"], db) }
            let size = pictures.last
            var formats: [String] = []
            for picture in pictures.map({ "\($0["codec"] as String) \($0["width"] as Int)x\($0["height"] as Int)" })
            where !formats.contains(picture) { formats.append(picture) }
            let gaps = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT COUNT(*) FROM gap WHERE recording = ?"),
                arguments: [recording.id]
            )
            let first = epochs.first.map { FootagePosition(epoch: $0["epoch"], tick: $0.tick("firstTick")) }
            func sum(_ column: String) -> Int { epochs.reduce(0) { Int(Int64($0).addingSaturating($1[column])) } }
            return RecordingSummary(
                recording: recording,
                fragments: sum("fragments"),
                frames: sum("frames"),
                captured: sum("captured"),
                received: sum("received"),
                backfilled: sum("backfilled"),
                unconfirmed: sum("unconfirmed"),
                byteCount: sum("bytes"),
                gaps: gaps ?? 0,
                duration: try epochs.reduce(0) {
                    $0.addingSaturating($1.tick("lastTick") - $1.tick("firstTick"))
                        .addingSaturating(try lastFrame(of: recording.id, epoch: $1["epoch"], db))
                },
                first: first,
                firstCapturedAt: try first.flatMap { try Self.clock(recording.camera, $0.epoch, db)?.utc(of: $0.tick) },
                last: epochs.last.map { FootagePosition(epoch: $0["epoch"], tick: $0.tick("lastTick")) },
                width: size?["width"],
                height: size?["height"],
                formats: formats,
                codec: (size?["codec"] as String?).flatMap(Codec.init(rawValue:))
            )
        }
    }

    /// The size and codec of the newest pictures of an epoch.
    private func picture(of recording: String, epoch: Int, _ db: Database) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT width, height, codec FROM segment
                    WHERE recording = ? AND epoch = ? AND garbage = 0 AND fragments > 0 ORDER BY number DESC LIMIT 1
                    """),
            arguments: [recording, epoch])
    }

    /// The ticks that the last frame of an epoch lasts.
    private func lastFrame(of recording: String, epoch: Int, _ db: Database) throws -> Int64 {
        let last = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT frames, firstTick, lastTick FROM fragment WHERE recording = ? AND epoch = ?
                    ORDER BY sequence DESC LIMIT 1
                    """),
            arguments: [recording, epoch])
        return last.map { Tick.interval(of: $0["frames"], from: $0.tick("firstTick"), to: $0.tick("lastTick")) } ?? 0
    }
}
