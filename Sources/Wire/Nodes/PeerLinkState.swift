// SPDX-License-Identifier: Apache-2.0

/// A peer's session with this node: an item of `GET /v1/state`, and `peer` events.
package struct PeerLinkState: Codable, Sendable, Equatable {
    /// The peer's id.
    package var peer: String
    /// The peer's name.
    package var name: String
    /// The phase of its session.
    package var phase: LinkPhase
    /// Why it is suspended or lost.
    package var reason: String?
    /// When this node revoked the peer, in seconds since 1970 UTC; nil if that did not end the session.
    @WithinIfPresent<Bounds.UTCSeconds, Int64> package var revokedAt: Int64?
    /// When the peer revoked this node, in seconds since 1970 UTC; nil if that did not end the session.
    @WithinIfPresent<Bounds.UTCSeconds, Int64> package var revokedByPeerAt: Int64?
    /// The session's number.
    @Within<Bounds.Total, Int> package var epoch: Int

    /// Describes a session.
    package init(
        peer: String, name: String, phase: LinkPhase, reason: String? = nil, revokedAt: Int64? = nil, epoch: Int
    ) {
        (self.peer, self.name, self.phase) = (peer, name, phase)
        (self.reason, self.revokedAt, self.epoch) = (reason, revokedAt, epoch)
    }
}
