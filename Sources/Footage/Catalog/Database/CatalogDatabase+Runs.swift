// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media

extension CatalogDatabase {
    /// Unconfirmed fragments are alone in their segments, which are few: this does not search the fragments.
    func unconfirmed(of recording: String) throws -> [StoredFragment] {
        try read { db in
            let sql = """
                \(Self.select) AND s.recording = ? AND s.unconfirmed > 0 AND f.source = 'unconfirmed'
                ORDER BY f.epoch, f.sequence
                """
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [recording]).map(StoredFragment.init(row:))
        }
    }

    /// A segment's numbers are consecutive, so its ends describe it, however many fragments there are.
    func runs(of recording: String) throws -> [FragmentRun] {
        try read { db in
            let sql = """
                SELECT epoch, firstSequence, lastSequence FROM segment
                WHERE recording = ? AND garbage = 0 AND fragments > 0 AND (
                    fragments > 1 OR (SELECT source FROM fragment WHERE fragment.segment = segment.id) != 'unconfirmed')
                ORDER BY epoch, firstSequence
                """
            var runs: [FragmentRun] = []
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [recording])
            while let row = try rows.next() {
                let (epoch, first, last): (Int, Int, Int) = (row["epoch"], row["firstSequence"], row["lastSequence"])
                if let run = runs.last, run.epoch == epoch, run.last + 1 >= first {
                    runs[runs.count - 1].last = max(run.last, last)
                } else {
                    runs.append(FragmentRun(epoch: epoch, first: first, last: last))
                }
            }
            return runs
        }
    }
}
