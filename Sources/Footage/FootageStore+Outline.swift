// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension FootageStore {
    /// The last fragment in front of another, in the order of capture; nil when there is none.
    package func lastFragment(recording: String, before id: FragmentID) throws -> StoredFragment? {
        try catalog.lastFragment(of: recording, before: id)
    }

    /// The first fragment behind which the next number of its epoch is not stored, or not confirmed; nil when nothing is.
    package func firstOpenEnd(recording: String) throws -> StoredFragment? {
        try catalog.firstOpenEnd(of: recording).flatMap { try catalog.fragment(recording, $0) }
    }

    /// The segments of a recording, in the order of capture.
    package func segments(recording: String) throws -> [StoredSegment] {
        try catalog.segments(of: recording).filter { $0.byteCount > 0 }
    }
}

extension Catalog {
    fileprivate func lastFragment(of recording: String, before id: FragmentID) throws -> StoredFragment? {
        try read { db in
            let sql = """
                \(Self.select) AND f.recording = ? AND (f.epoch, f.sequence) < (?, ?)
                ORDER BY f.epoch DESC, f.sequence DESC LIMIT 1
                """
            return try Row.fetchOne(db, sql: sql, arguments: [recording, id.epoch, id.sequence])
                .map(StoredFragment.init(row:))
        }
    }

    /// Segments hold numbers without a hole, so that their ends tell all, however many fragments there are.
    fileprivate func firstOpenEnd(of recording: String) throws -> FragmentID? {
        try read { db in
            let sql = """
                SELECT epoch, lastSequence FROM (
                    SELECT epoch, lastSequence,
                        LEAD(firstSequence) OVER (PARTITION BY epoch ORDER BY firstSequence) AS following
                    FROM segment WHERE recording = ? AND garbage = 0 AND fragments > 0 AND (
                        fragments > 1
                        OR (SELECT source FROM fragment WHERE fragment.segment = segment.id) != 'unconfirmed')
                ) WHERE following IS NULL OR following > lastSequence + 1
                ORDER BY epoch, lastSequence LIMIT 1
                """
            return try Row.fetchOne(db, sql: sql, arguments: [recording])
                .map { FragmentID(epoch: $0["epoch"], sequence: $0["lastSequence"]) }
        }
    }
}
