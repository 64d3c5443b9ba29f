// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension FootageStore {
    /// The last fragment of a recording, in the order of capture; nil when it has none.
    package func lastFragment(recording: String) throws -> StoredFragment? {
        try catalog.lastFragment(of: recording)
    }

    /// The segments of a recording, in the order of capture.
    package func segments(recording: String) throws -> [StoredSegment] {
        try catalog.segments(of: recording)
    }
}

extension Catalog {
    fileprivate func lastFragment(of recording: String) throws -> StoredFragment? {
        try read { db in
            let sql = "\(Self.select) AND f.recording = ? ORDER BY f.epoch DESC, f.sequence DESC LIMIT 1"
            return try Row.fetchOne(db, sql: sql, arguments: [recording]).map(StoredFragment.init(row:))
        }
    }
}
