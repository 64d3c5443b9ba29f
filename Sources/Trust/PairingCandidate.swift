// SPDX-License-Identifier: Apache-2.0

/// Somebody who has shown that they know the code, and waits for the owner.
package struct PairingCandidate: Sendable, Equatable {
    /// Names the attempt; the owner's decision is about this one and no other.
    package let session: String
    /// Who it is: the id is proved, name and role are claims.
    package let party: PairingParty
    /// What it would like to do here.
    package let wants: Grants
    /// What this node may do there.
    package let gives: Grants
    /// What its screen shows, if it is who it should be.
    package let words: [String]
}
