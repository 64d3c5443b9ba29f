// SPDX-License-Identifier: Apache-2.0

/// A joiner that has proved knowledge of the pairing code and waits for the owner's decision.
package struct PairingCandidate: Sendable, Equatable {
    /// The id of the attempt, which the owner's decision must name.
    package let session: String
    /// The joiner's identity: its id is proved, its name and role are claims.
    package let party: PairingParty
    /// The grants that it asks for on this node.
    package let wants: Grants
    /// The grants that it gives this node.
    package let gives: Grants
    /// The words that its screen shows if there is no man in the middle.
    package let words: [String]
    /// Where its node may be reached; nil if it did not say.
    package let address: PeerAddress?
}
