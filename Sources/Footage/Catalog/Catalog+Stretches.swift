// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Media

extension FootageStore {
    /// A recording as stretches without a hole, in the order of capture.
    ///
    /// Read from the rows of segments, of which a month has some ten thousand, and not from those of fragments: a segment
    /// counts as what most of its frames are.
    package func stretches(recording: String) throws -> [FootageStretch] {
        try catalog.stretches(of: recording)
    }

    /// The fragment with which decoding begins to show a moment: the last one at or before it whose first frame is a key frame.
    package func keyFragment(recording: String, atOrBefore position: FootagePosition) throws -> StoredFragment? {
        try catalog.lastSync(recording, atOrBefore: position)
    }

    /// The last frame of a fragment at or before a moment, its first one if it begins later, in canonical form.
    ///
    /// Throws `damaged` when its bytes have changed, and `system`.
    package func frame(of fragment: StoredFragment, at position: FootagePosition?) throws -> FormattedAccessUnit {
        let bytes = try SegmentReader(fragment.segment.path, in: directory).checkedBytes(of: fragment)
        let samples = try FragmentReader(bytes).samples
        let isBefore = { (sample: FragmentReader.Sample) in
            position.map { fragment.position(of: sample) <= $0 } ?? false
        }
        guard let sample = samples.last(where: isBefore) ?? samples.first,
            let format = try catalog.initSegment(fragment.segment.format)
        else { throw FootageError.notFound("the format of fragment \(fragment.id)") }
        let unit = AccessUnit(
            tick: fragment.position(of: sample).tick, isSync: sample.isSync, bytes: Array(bytes[sample.range]))
        return FormattedAccessUnit(unit: unit, format: try InitSegment(parsing: format).format)
    }
}

extension Catalog {
    fileprivate func stretches(of recording: String) throws -> [FootageStretch] {
        try read { db in
            let sql = """
                SELECT epoch, firstSequence, lastSequence, firstTick, lastTick, frames, bytes, backfilled, unconfirmed
                FROM segment WHERE recording = ? AND garbage = 0 AND fragments > 0 ORDER BY epoch, firstSequence
                """
            var stretches: [FootageStretch] = []
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [recording])
            while let row = try rows.next() {
                let (frames, backfilled, unconfirmed): (Int, Int, Int) = (
                    row["frames"], row["backfilled"], row["unconfirmed"]
                )
                let next = FootageStretch(
                    epoch: row["epoch"],
                    source: 2 * unconfirmed > frames ? .unconfirmed : 2 * backfilled > frames ? .backfill : .live,
                    ticks: row.tick("firstTick")...row.tick("lastTick"), frames: frames, byteCount: row["bytes"],
                    lastSequence: row["lastSequence"])
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
