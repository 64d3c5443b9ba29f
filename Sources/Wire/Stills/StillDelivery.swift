// SPDX-License-Identifier: Apache-2.0

/// For whom a still is, and who has it.
package struct StillDelivery: Hashable, Sendable {
    /// Where it is to be stored.
    package let save: SavePreference
    /// The ids of the recorders that get it.
    package let recipients: [String]
    /// The ids of the recorders that have confirmed storing it; nil while none has.
    package let receivedBy: [String]?

    /// A delivery; see the properties.
    package init(save: SavePreference, recipients: [String], receivedBy: [String]?) {
        (self.save, self.recipients, self.receivedBy) = (save, recipients, receivedBy)
    }

    /// Whether it is for this recorder.
    package func isFor(_ node: String) -> Bool {
        save != .camera && recipients.contains(node)
    }

    /// Whether the camera may delete its picture: a recorder has it, and so has every other recipient that is paired.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    package func isDelivered(among paired: Set<String>) -> Bool {
        guard save == .recorder, let receivedBy, !receivedBy.isEmpty else { return false }
        return recipients.allSatisfy { receivedBy.contains($0) || !paired.contains($0) }
    }
}

extension Still {
    /// For whom it is, and who has it.
    package var delivery: StillDelivery {
        StillDelivery(save: save, recipients: recipients, receivedBy: receivedBy)
    }
}
