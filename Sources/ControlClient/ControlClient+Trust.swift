// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
package import Trust
import Wire

/// Who is let in: what the owner of a node asks.
extension ControlClient {
    /// Opens the node's pairing window.
    package func openPairing() async throws -> PairingInvitation {
        try await answer(Request(.POST, "pairing", "window"))
    }

    /// How the pairing window is.
    package func pairing() async throws -> PairingReport {
        try await answer(Request(.GET, "pairing", "window"))
    }

    /// Closes the pairing window.
    package func closePairing() async throws {
        _ = try await bytes(Request(.DELETE, "pairing", "window"), limit: Limits.document)
    }

    /// Lets a candidate in, or refuses it.
    package func decide(_ decision: PairingDecision) async throws {
        _ = try await bytes(
            Request(.POST, "pairing", "window", "decision").sending(decision), limit: Limits.document)
    }

    /// Everybody who was ever let in.
    package func peers() async throws -> [Peer] {
        try await answer(Request(.GET, "peers"))
    }

    /// Makes the node know a peer that its owner has paired elsewhere.
    package func add(_ peer: Peer) async throws {
        let _: Peer = try await answer(Request(.POST, "peers").sending(peer))
    }

    /// Calls a peer something else, or changes what it may do.
    package func edit(_ peer: NodeID, _ edit: PeerEdit) async throws -> Peer {
        try await answer(Request(.PATCH, "peers", peer.text).sending(edit))
    }

    /// Makes a link that lets one browser in.
    package func invite(_ request: PageLinkRequest) async throws -> PageInvitation {
        try await answer(Request(.POST, "page", "links").sending(request))
    }

    /// The browsers that were let in.
    package func pageSessions() async throws -> [BrowserSessionDescription] {
        try await answer(Request(.GET, "page", "sessions"))
    }

    /// Throws a browser out.
    package func revokePageSession(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "page", "sessions", id), limit: Limits.document)
    }

    /// Throws a peer out.
    package func revoke(_ peer: NodeID) async throws {
        _ = try await bytes(Request(.DELETE, "peers", peer.text), limit: Limits.document)
    }
}
