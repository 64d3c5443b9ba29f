// SPDX-License-Identifier: Apache-2.0

/// The owner's decision about a candidate: the body of `POST /v1/pairing/window/decision`.
package struct PairingDecision: Codable, Sendable, Equatable {
    /// The id of the attempt that the owner saw.
    package var session: String
    /// Whether the candidate is admitted.
    package var approve: Bool
    /// Its grants; nil for the usual ones of the window's report.
    package var grants: Grants?
    /// The cameras to which its view is bounded.
    package var viewOf: [NodeID]?
    /// Its name; nil for the one that it claims.
    package var name: PeerName?

    /// Decides about a candidate.
    package init(
        session: String, approve: Bool, grants: Grants? = nil, viewOf: [NodeID]? = nil, name: PeerName? = nil
    ) {
        (self.session, self.approve, self.name) = (session, approve, name)
        (self.grants, self.viewOf) = (grants, viewOf)
    }

    /// What the candidate may do, if these rights are the usual ones.
    package func rights(insteadOf usual: Rights) -> Rights {
        PeerEdit(grants: grants, viewOf: viewOf).rights(over: usual) ?? usual
    }
}
