// SPDX-License-Identifier: Apache-2.0

/// What a start is going to do to a store: found by reading alone, so that a read error leaves the store as it is.
struct RecoveryPlan {
    /// An open file that is not as long, or not as good, as the catalog says.
    struct Cut {
        let segment: StoredSegment
        /// Fragments at the end whose bytes are damaged or gone, the last one first.
        let lost: [StoredFragment]
        /// Where the last good fragment ends; nil if there is none.
        let end: Int?
        /// The length of the file.
        let size: Int
    }

    /// Rows that go, with what is left of their files: deletions that were begun, and segments that hold nothing.
    var removed: [StoredSegment] = []
    /// Files of those rows that hold more than the rows say.
    var spared: [String] = []
    /// Open files that are gone.
    var gone: [StoredSegment] = []
    /// Open files that end behind their last good fragment.
    var cuts: [Cut] = []
    /// Files that no row names, relative to the store.
    var strays: [String] = []
    /// Open files that nothing will continue.
    var surplus: [StoredSegment] = []
}
