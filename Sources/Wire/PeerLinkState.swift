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
    /// The session's number.
    @Within<Bounds.Total, Int> package var epoch: Int

    /// Describes a session.
    package init(peer: String, name: String, phase: LinkPhase, reason: String? = nil, epoch: Int) {
        (self.peer, self.name, self.phase) = (peer, name, phase)
        (self.reason, self.epoch) = (reason, epoch)
    }
}
