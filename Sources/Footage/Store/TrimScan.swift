// SPDX-License-Identifier: Apache-2.0

/// How far a search for segments to delete has come.
///
/// The search goes through the segments in the order in which they were made. A large archive is read in steps of a
/// few milliseconds, so that appends do not wait for the whole of it.
struct TrimScan {
    /// A place within a recording, in the order of capture.
    struct Place: Comparable {
        let epoch: Int
        let number: Int
        let firstSequence: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.epoch, left.firstSequence) < (right.epoch, right.firstSequence)
        }
    }

    /// What may be deleted.
    let policy: TrimPolicy
    /// The last segment that was looked at.
    var cursor: Int64
    /// Up to this segment all belong to recordings that the policy spares.
    var spared: Int64
    /// Whether there is none behind `cursor`.
    var isAtEnd = false
    /// For each recording, the place up to which its segments were found or spared.
    var through: [String: Place] = [:]

    /// A search that begins behind a segment; 0 for the first.
    init(_ policy: TrimPolicy, after segment: Int64) {
        self.policy = policy
        (cursor, spared) = (segment, segment)
    }
}
