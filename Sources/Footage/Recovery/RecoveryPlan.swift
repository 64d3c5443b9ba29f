// SPDX-License-Identifier: Apache-2.0

/// The repairs of a store, found by reading alone, so that a read error leaves the store unchanged.
struct RecoveryPlan {
    /// An open file whose length or content differs from the catalog.
    struct Cut {
        let segment: StoredSegment
        /// Fragments at the end whose bytes are damaged or gone, the last one first.
        let lost: [StoredFragment]
        /// The end of the last good fragment; nil if there is none.
        let end: Int?
        /// The length of the file.
        let size: Int
    }

    /// Rows to delete, with the rest of their files: interrupted deletions, and empty segments.
    var removed: [StoredSegment] = []
    /// Files of those rows that may hold other footage, because their length does not fit the row.
    var spared: [String] = []
    /// Open files that are gone.
    var gone: [StoredSegment] = []
    /// Open files that do not end with their last fragment, or whose last fragment is damaged.
    var cuts: [Cut] = []
    /// Files that no row names, relative to the store.
    var strays: [String] = []
    /// Open files beyond the limit of a recording.
    var surplus: [StoredSegment] = []
}
