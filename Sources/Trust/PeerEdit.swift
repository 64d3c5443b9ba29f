// SPDX-License-Identifier: Apache-2.0

/// A change of a peer by its owner: the body of `PATCH /v1/peers/{id}`; what is left out stays.
package struct PeerEdit: Codable, Sendable, Equatable {
    /// What to call it.
    package var name: PeerName?
    /// What it may do; this replaces a bound as well.
    package var grants: Grants?
    /// The cameras to which its view is bounded.
    package var viewOf: [NodeID]?

    /// Describes a change.
    package init(name: PeerName? = nil, grants: Grants? = nil, viewOf: [NodeID]? = nil) {
        (self.name, self.grants, self.viewOf) = (name, grants, viewOf)
    }

    /// What the peer may do after the change; nil if that stays.
    ///
    /// Grants without a list of cameras end a bound. The caller may not know bounds, and must not extend a right unawares.
    func rights(over rights: Rights) -> Rights? {
        guard grants != nil || viewOf != nil else { return nil }
        return Rights(grants ?? rights.grants, viewOf: viewOf ?? [])
    }
}
