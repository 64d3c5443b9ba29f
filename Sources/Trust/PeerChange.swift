// SPDX-License-Identifier: Apache-2.0

/// Something that the owner did to a peer.
package enum PeerChange: Sendable, Equatable {
    /// It was let in, or let in anew: whatever it has open under an older certificate must end.
    case added(Peer)
    /// It has another name or other grants.
    case changed(Peer)
    /// It was thrown out: whatever it has open must end now.
    case revoked(Peer)
}
