// SPDX-License-Identifier: Apache-2.0
package import Media

/// A place between two fragments, where a recording begins or ends.
package struct RecordingEdge: Hashable, Codable, Sendable {
    /// The fragment before it; sequence 0 is the start of an epoch, and `endOfEpoch` its end, which may not be known yet.
    package var after: FragmentID
    /// The frames that the epoch had captured up to it; nil while that is not known.
    package var total: Int?

    /// A sequence number after all fragments of an epoch.
    package static let endOfEpoch = 1 << 53

    /// The place after a fragment.
    package init(after: FragmentID, total: Int? = nil) {
        (self.after, self.total) = (after, total)
    }
}
