// SPDX-License-Identifier: Apache-2.0
import ControlClient
import SystemPackage
import TestSupport
import Trust
import Wire

@testable import ControlServer

/// A peer with its own key, and a camera that is paired with it.
struct Guest: Sendable {
    let identity: NodeIdentity
    let peers: PeerStore
    let server: TestServer

    var id: NodeID { identity.id }

    /// Runs the body with a guest that a camera has paired with these grants.
    ///
    /// - Parameter prepare: fills the camera's home before it starts.
    static func at(
        camera grants: Grants, preparing prepare: (FilePath, NodeID) async throws -> Void = { _, _ in },
        _ body: (Guest) async throws -> Void
    ) async throws {
        try await withDirectory { home in
            let (identity, peers) = (try NodeIdentity(), try PeerStore(home: home))
            try peers.add(
                Peer(
                    certificate: identity.certificate, name: PeerName("guest"), role: .recorder, grants: grants,
                    pairedAt: 0))
            try await Nodes.withCamera(letting: peers, preparing: { try await prepare($0, identity.id) }) { _, server in
                try await body(Guest(identity: identity, peers: peers, server: server))
            }
        }
    }

    /// Pairs another recorder with the same camera.
    func another(_ name: String, _ grants: Grants) throws -> Guest {
        let identity = try NodeIdentity()
        try peers.add(
            Peer(certificate: identity.certificate, name: PeerName(name), role: .recorder, grants: grants, pairedAt: 0))
        return Guest(identity: identity, peers: peers, server: server)
    }

    func client() throws -> ControlClient {
        try ControlClient(NodeAddress(server.address), Access(as: identity, to: OwnNode.identity.certificate))
    }

    /// Runs the body with a client of this guest, and shuts the client down afterwards.
    func withClient<Result>(_ body: (ControlClient) async throws -> Result) async throws -> Result {
        let client = try client()
        do {
            let result = try await body(client)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }
}
