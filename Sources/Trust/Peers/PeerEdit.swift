// SPDX-License-Identifier: Apache-2.0

/// The owner's change of a peer or a browser; a nil field changes nothing.
///
/// It is the body of `PATCH /v1/peers/{id}` and of `PATCH /v1/page/sessions/{id}`.
package struct PeerEdit: Codable, Sendable, Equatable {
    /// Its new name.
    package var name: PeerName?
    /// Its new grants; without `viewOf`, they also remove a bound.
    package var grants: Grants?
    /// The cameras to which its view is bounded.
    package var viewOf: [NodeID]?

    /// Describes a change.
    package init(name: PeerName? = nil, grants: Grants? = nil, viewOf: [NodeID]? = nil) {
        (self.name, self.grants, self.viewOf) = (name, grants, viewOf)
    }

    /// The peer's rights after the change; nil if they stay the same.
    ///
    /// Grants without `viewOf` remove a bound, because a caller that does not know bounds must not extend a right by accident.
    func rights(over rights: Rights) -> Rights? {
        guard grants != nil || viewOf != nil else { return nil }
        return Rights(grants ?? rights.grants, viewOf: viewOf ?? [])
    }
}
