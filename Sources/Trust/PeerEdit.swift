// SPDX-License-Identifier: Apache-2.0

/// A change of a peer by its owner: the body of `PATCH /v1/peers/{id}`; what is left out stays.
package struct PeerEdit: Codable, Sendable, Equatable {
    /// What to call it.
    package var name: PeerName?
    /// What it may do.
    package var grants: Grants?

    /// Describes a change.
    package init(name: PeerName? = nil, grants: Grants? = nil) {
        (self.name, self.grants) = (name, grants)
    }
}
