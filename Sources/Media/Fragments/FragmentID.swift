// SPDX-License-Identifier: Apache-2.0

/// The name of a fragment within the footage of one camera; never used twice.
package struct FragmentID: Hashable, Codable, Sendable {
    /// The number of the epoch, which grows with each start of the capture.
    package let epoch: Int
    /// The number of the fragment within the epoch, from 1.
    package let sequence: Int

    /// The fragment with this number in this epoch.
    package init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// The id of the fragment after it, if the epoch goes on.
    package var next: FragmentID { FragmentID(epoch: epoch, sequence: sequence + 1) }
}

extension FragmentID: Comparable {
    /// Whether the left fragment was captured first.
    package static func < (left: FragmentID, right: FragmentID) -> Bool {
        (left.epoch, left.sequence) < (right.epoch, right.sequence)
    }
}

extension FragmentID: CustomStringConvertible {
    /// Epoch and sequence, separated by a slash.
    package var description: String { "\(epoch)/\(sequence)" }
}
