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

    /// Whether a fragment comes too late for a recording that begins here because all footage before was deleted.
    ///
    /// Live video never does: two cameras with one identity may both be recorded.
    func isBehind(_ entry: FragmentEntry) -> Bool { entry.source != .live && entry.id <= after }

    /// Whether a gap between fragments, or before an epoch, is behind the end of a recording that ends here.
    func isBefore(_ gap: Gap) -> Bool {
        guard let sequences = gap.sequences else { return gap.epoch > after.epoch }
        return gap.before != nil && FragmentID(epoch: gap.epoch, sequence: sequences.lowerBound) > after
    }

    /// Whether all frames of a gap are before a recording that begins here.
    func isBehind(_ gap: Gap) -> Bool {
        guard gap.epoch == after.epoch else { return gap.epoch < after.epoch }
        // Its frames are those of an earlier epoch.
        if gap.isBoundary { return true }
        if let sequences = gap.sequences { return sequences.upperBound <= after.sequence }
        guard gap.frames > 0, !gap.isUncounted, let before = gap.before, let total else { return false }
        return before + gap.frames <= total
    }
}
