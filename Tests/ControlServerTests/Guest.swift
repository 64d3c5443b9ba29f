// SPDX-License-Identifier: Apache-2.0
import ControlClient
import SystemPackage
import TestSupport
import Trust
import Wire

@testable import ControlServer

/// Somebody with a key of their own, and a camera that knows them.
struct Guest: Sendable {
    let identity: NodeIdentity
    let peers: PeerStore
    let server: TestServer

    var id: NodeID { identity.id }

    /// Lets somebody in at a camera, with some grants.
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

    /// Lets another recorder in at the same camera.
    func another(_ name: String, _ grants: Grants) throws -> Guest {
        let identity = try NodeIdentity()
        try peers.add(
            Peer(certificate: identity.certificate, name: PeerName(name), role: .recorder, grants: grants, pairedAt: 0))
        return Guest(identity: identity, peers: peers, server: server)
    }

    /// A client of theirs.
    func client() throws -> ControlClient {
        try ControlClient(NodeAddress(server.address), Access(as: identity, to: OwnNode.identity.certificate))
    }

    /// Gives the body a client of theirs.
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
