// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// Reads the rows of segments, of which a month has some ten thousand, and not those of fragments: a segment has the source of
    /// most of its frames.
    func stretches(of recording: String) throws -> [FootageStretch] {
        try read { db in
            let sql = """
                SELECT epoch, firstSequence, lastSequence, firstTick, lastTick, frames, bytes, backfilled, unconfirmed,
                    init, width, height, codec
                FROM segment WHERE recording = ? AND garbage = 0 AND fragments > 0 ORDER BY epoch, firstSequence
                """
            var stretches: [FootageStretch] = []
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [recording])
            while let row = try rows.next() {
                let (frames, backfilled, unconfirmed): (Int, Int, Int) = (
                    row["frames"], row["backfilled"], row["unconfirmed"]
                )
                let next = FootageStretch(
                    epoch: row["epoch"],
                    source: 2 * unconfirmed > frames ? .unconfirmed : 2 * backfilled > frames ? .backfill : .live,
                    ticks: row.tick("firstTick")...row.tick("lastTick"), frames: frames, byteCount: row["bytes"],
                    lastSequence: row["lastSequence"], format: try row.digest("init"), width: row["width"],
                    height: row["height"], codec: try row.value("codec"))
                if let last = stretches.indices.last,
                    stretches[last].extend(by: next, firstSequence: row["firstSequence"])
                {
                    continue
                }
                stretches.append(next)
            }
            return stretches
        }
    }
}
