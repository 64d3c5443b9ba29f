// SPDX-License-Identifier: Apache-2.0

/// The progress of a search for segments to delete.
///
/// The search reads the segments in the order in which they were created. It reads a large archive in steps of a few milliseconds,
/// so that appends do not wait for the whole search.
struct TrimScan {
    /// A place within a recording, in the order of capture.
    struct Place: Comparable {
        let epoch: Int
        let firstSequence: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.epoch, left.firstSequence) < (right.epoch, right.firstSequence)
        }
    }

    /// The limits of the deletion.
    let policy: TrimPolicy
    /// The last segment that was read.
    var cursor: Int64
    /// All segments up to this one belong to recordings that the policy may not delete from.
    var spared: Int64
    /// Whether there is no segment after `cursor`.
    var isAtEnd = false
    /// For each recording, the place up to which its segments were processed.
    var through: [String: Place] = [:]

    /// A search that begins after a segment; 0 for the first.
    init(_ policy: TrimPolicy, after segment: Int64) {
        self.policy = policy
        (cursor, spared) = (segment, segment)
    }
}
