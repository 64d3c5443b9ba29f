// SPDX-License-Identifier: Apache-2.0

/// A change that the owner made to a peer.
package enum PeerChange: Sendable, Equatable {
    /// It was paired, possibly again: its connections with an older certificate must end.
    case added(Peer)
    /// It has another name or other grants.
    case changed(Peer)
    /// It was revoked: all its connections must end now.
    case revoked(Peer)
}
