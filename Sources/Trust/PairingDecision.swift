// SPDX-License-Identifier: Apache-2.0

/// What the owner says to a candidate: the body of `POST /v1/pairing/window/decision`.
package struct PairingDecision: Codable, Sendable, Equatable {
    /// The attempt that was on the owner's screen.
    package var session: String
    /// Whether it is let in.
    package var approve: Bool
    /// What it may do; what it wants, when left out.
    package var grants: Grants?
    /// The cameras to which its view is bounded.
    package var viewOf: [NodeID]?
    /// What to call it; what it calls itself, when left out.
    package var name: PeerName?

    /// Decides about a candidate.
    package init(
        session: String, approve: Bool, grants: Grants? = nil, viewOf: [NodeID]? = nil, name: PeerName? = nil
    ) {
        (self.session, self.approve, self.name) = (session, approve, name)
        (self.grants, self.viewOf) = (grants, viewOf)
    }
}
