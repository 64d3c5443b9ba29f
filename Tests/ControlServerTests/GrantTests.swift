// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import ControlClient
import NIOCore
import NIOHTTP1
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

/// Requests every route of `docs/openapi.yaml` with every grant, as a paired peer over TLS.
@Suite("Grants", .timeLimit(.minutes(3)))
struct GrantTests {
    @Test(
        "A route answers to those whom the document lists, and refuses everybody else",
        arguments: ["camera", "recorder"])
    func matrix(role: String) async throws {
        let document = try OpenAPITests()
        let operations = try document.operations().filter { [role, "both"].contains($0.servedBy) }
        try #require(operations.count > 10)
        let stranger = try NodeIdentity()
        try await withDirectory { home in
            let peers = try PeerStore(home: home)
            try peers.add(
                Peer(
                    certificate: stranger.certificate, name: PeerName("guest"), role: .remote, grants: [], pairedAt: 0))
            try await Nodes.serve(role, letting: peers) { server in
                let guest = try TestServer.client(Access(as: stranger, to: OwnNode.identity.certificate))
                for grant in [nil] + Grant.allCases.map(Optional.some) {
                    try peers.edit(stranger.id, PeerEdit(grants: grant.map { Grants($0) } ?? []))
                    for operation in operations {
                        let status = try await status(of: operation, server, guest)
                        let mayPass = grant.map(operation.grants.contains) ?? false
                        #expect(
                            (status != 403) == mayPass,
                            "\(operation.name) with \(grant.map(\.rawValue) ?? "nothing"): \(status)")
                    }
                }
                try await guest.shutdown()
            }
        }
    }

    @Test("No operation of the document is without grants, and no route without an operation")
    func complete() throws {
        for operation in try OpenAPITests().operations() { #expect(!operation.grants.isEmpty, "\(operation.name)") }
    }

    /// Reads only the head of the answer, because streams have no end; sends invalid bodies, so that requests have no effect.
    private func status(
        of operation: OpenAPITests.Operation, _ server: TestServer, _ guest: HTTPClient
    ) async throws -> Int {
        var request = HTTPClientRequest(url: "https://\(server.address)\(operation.filled)")
        request.method = HTTPMethod(rawValue: operation.method)
        if request.method == .POST || request.method == .PATCH || request.method == .PUT {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(.init(string: "[]"))
        }
        let response = try await guest.execute(request, timeout: TestServer.patience)
        return Int(response.status.code)
    }
}
