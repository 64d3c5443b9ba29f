// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Trust
import Wire

/// Peers, browsers and pairing: the requests of a node's owner.
extension ControlClient {
    /// Opens the node's pairing window.
    package func openPairing() async throws -> PairingInvitation {
        try await answer(Request(.POST, "pairing", "window"))
    }

    /// The state of the pairing window.
    package func pairing() async throws -> PairingReport {
        try await answer(Request(.GET, "pairing", "window"))
    }

    /// Closes the pairing window.
    package func closePairing() async throws {
        _ = try await bytes(Request(.DELETE, "pairing", "window"), limit: Limits.document)
    }

    /// Accepts or refuses a candidate.
    package func decide(_ decision: PairingDecision) async throws {
        _ = try await bytes(
            Request(.POST, "pairing", "window", "decision").sending(decision), limit: Limits.document)
    }

    /// All peers that were ever paired, including revoked ones.
    package func peers() async throws -> [Peer] {
        try await answer(Request(.GET, "peers"))
    }

    /// Adds a peer that the owner has paired on another node.
    package func add(_ peer: Peer) async throws {
        let _: Peer = try await answer(Request(.POST, "peers").sending(peer))
    }

    /// Changes a peer's name or grants.
    package func edit(_ peer: NodeID, _ edit: PeerEdit) async throws -> Peer {
        try await answer(Request(.PATCH, "peers", peer.text).sending(edit))
    }

    /// Makes a link that admits one browser.
    package func invite(_ request: PageLinkRequest) async throws -> PageInvitation {
        try await answer(Request(.POST, "page", "links").sending(request))
    }

    /// The browsers that were admitted.
    package func pageSessions() async throws -> [BrowserSessionDescription] {
        try await answer(Request(.GET, "page", "sessions"))
    }

    /// Changes what a browser is called and may do.
    package func edit(pageSession id: String, _ edit: PeerEdit) async throws -> BrowserSessionDescription {
        try await answer(Request(.PATCH, "page", "sessions", id).sending(edit))
    }

    /// Revokes a browser.
    package func revokePageSession(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "page", "sessions", id), limit: Limits.document)
    }

    /// Revokes a peer.
    package func revoke(_ peer: NodeID) async throws {
        _ = try await bytes(Request(.DELETE, "peers", peer.text), limit: Limits.document)
    }
}
