// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// How many segments with footage of several origins are read fragment by fragment, the newest.
    ///
    /// A month has some ten thousand segments of sixty fragments; outages are few. An older one has the origin of most of its frames.
    private static let mostMixed = 2_000

    /// Reads the rows of segments, and those of fragments only where a segment has footage of several origins.
    func stretches(of recording: String) throws -> [FootageStretch] {
        try read { db in
            let sql = """
                SELECT id, epoch, firstSequence, lastSequence, firstTick, lastTick, frames, bytes, backfilled, unconfirmed,
                    init, width, height, codec
                FROM segment WHERE recording = ? AND garbage = 0 AND fragments > 0 ORDER BY epoch, firstSequence
                """
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [recording])
            let mixed = Set(rows.filter(Self.isMixed).suffix(Self.mostMixed).map { $0["id"] as Int64 })
            var stretches: [FootageStretch] = []
            for row in rows {
                for (next, first) in try Self.stretches(of: row, isMixed: mixed.contains(row["id"]), db) {
                    if let last = stretches.indices.last, stretches[last].extend(by: next, firstSequence: first) {
                        continue
                    }
                    stretches.append(next)
                }
            }
            return stretches
        }
    }

    private static func isMixed(_ segment: Row) -> Bool {
        let (frames, backfilled, unconfirmed): (Int, Int, Int) = (
            segment["frames"], segment["backfilled"], segment["unconfirmed"]
        )
        return (backfilled > 0 && backfilled < frames) || (unconfirmed > 0 && unconfirmed < frames)
    }

    /// The stretches of a segment, each with its first sequence number: one, or if it is mixed one for each fragment.
    private static func stretches(
        of segment: Row, isMixed: Bool, _ db: Database
    ) throws -> [(stretch: FootageStretch, first: Int)] {
        func stretch(_ row: Row, _ source: FragmentSource, last: Int) throws -> FootageStretch {
            FootageStretch(
                epoch: segment["epoch"], source: source, ticks: row.tick("firstTick")...row.tick("lastTick"),
                frames: row["frames"], byteCount: row["bytes"], lastSequence: last,
                format: try segment.digest("init"), width: segment["width"], height: segment["height"],
                codec: try segment.value("codec"))
        }
        guard isMixed else {
            let (frames, backfilled, unconfirmed): (Int, Int, Int) = (
                segment["frames"], segment["backfilled"], segment["unconfirmed"]
            )
            let source: FragmentSource =
                2 * unconfirmed > frames ? .unconfirmed : 2 * backfilled > frames ? .backfill : .live
            return [(try stretch(segment, source, last: segment["lastSequence"]), segment["firstSequence"])]
        }
        let sql = """
            SELECT sequence, source, firstTick, lastTick, frames, bytes FROM fragment WHERE segment = ? ORDER BY sequence
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [segment["id"] as Int64]).map { row in
            let source: FragmentSource = try row.value("source")
            return (
                try stretch(row, source == .capture ? .live : source, last: row["sequence"]), row["sequence"]
            )
        }
    }
}
