// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import ControlClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Who gets as far as HTTP", .timeLimit(.minutes(1)))
struct DoorTests {
    var routes: RouteTable {
        var routes = RouteTable()
        routes.on(.get, "/v1/node", needs: .all) { _, _ in .text("here") }
        return routes
    }

    /// Whether the server answers a client with this configuration.
    private func isServed(_ server: TestServer, _ configuration: TLSConfiguration?) async throws -> Bool {
        try await status(server, configuration) == .ok
    }

    /// The status of an answer; nil without one.
    private func status(
        _ server: TestServer, _ configuration: TLSConfiguration?
    ) async throws -> HTTPResponseStatus? {
        var settings = HTTPClient.Configuration()
        settings.tlsConfiguration = configuration
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        let scheme = configuration == nil ? "http" : "https"
        let response = try? await client.execute(
            HTTPClientRequest(url: "\(scheme)://\(server.address)/v1/node"), timeout: TestServer.patience)
        try await client.shutdown()
        return response?.status
    }

    @Test("A client without a certificate is told where the page is, whatever it asks, and gets nothing else")
    func signpost() throws {
        let answer = String(buffer: Signpost.response(pageOn: 5680, reachedAt: "fd00::2"))
        let parts = answer.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 2 && parts[0].hasPrefix("HTTP/1.1 421 "))
        #expect(parts[0].contains("Content-Length: \(parts[1].utf8.count)\r\n"))
        #expect(parts[1].contains("\"https://[fd00::2]:5680/\""))
        // A node listens on both families with one socket.
        let here = try SocketAddress(ipAddress: "::ffff:192.0.2.7", port: 5664).plainIPAddress
        #expect(
            String(buffer: Signpost.response(pageOn: 5680, reachedAt: here)).contains("\"https://192.0.2.7:5680/\""))
        #expect(String(buffer: Signpost.response(pageOn: nil, reachedAt: "::1")).contains("has no page"))
    }

    @Test("The owner is served; plain text, no certificate, a stranger's, an older TLS are not")
    func refused() async throws {
        try await withServer(routes) { server in
            let own = try OwnNode.access.configuration()
            #expect(try await isServed(server, own))
            #expect(try await !isServed(server, nil))
            var anonymous = own
            (anonymous.certificateChain, anonymous.privateKey) = ([], nil)
            #expect(try await !isServed(server, anonymous))
            #expect(try await status(server, anonymous) == .misdirectedRequest)
            let stranger = try Access(as: NodeIdentity(), to: OwnNode.identity.certificate).configuration()
            #expect(try await !isServed(server, stranger))
            var old = own
            (old.minimumTLSVersion, old.maximumTLSVersion) = (.tlsv12, .tlsv12)
            #expect(try await !isServed(server, old))
            #expect(try await isServed(server, own))
        }
    }

    @Test("A stolen certificate without its key is worth nothing")
    func stolen() async throws {
        try await withServer(routes) { server in
            var thief = try OwnNode.access.configuration()
            let key = try NodeIdentity().key.reveal()
            thief.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
            let result = Result { try NIOSSLContext(configuration: thief) }
            // The library refuses a key that does not fit; a thief with a TLS stack of its own cannot sign either.
            #expect(throws: (any Error).self) { try result.get() }
            #expect(try await isServed(server, try OwnNode.access.configuration()))
        }
    }

    @Test("A peer counts as seen once it has proven that it has the key, and not when its certificate was shown")
    func seen() async throws {
        try await withDirectory { home in
            let (store, identity) = (try PeerStore(home: home), try NodeIdentity())
            let peer = try Peer(
                certificate: identity.certificate, name: PeerName("kim"), role: .remote, grants: .view, pairedAt: 0)
            try store.add(peer)
            let door = try Door(of: OwnNode.identity, .node(total: 8), peers: store, name: "porch") { nil }
            let certificate = try NIOSSLCertificate(bytes: identity.certificate.der, format: .der)
            #expect(door.verify([certificate]) == .certificateVerified)
            #expect(store[peer.id]?.lastSeen == nil)
            door.onEntry(try door.visitor(certificate))
            #expect(store[peer.id]?.lastSeen != nil)
        }
    }

    @Test("A revoked peer gets as far as hearing that and when it was revoked; an unknown one hears nothing")
    func revoked() async throws {
        try await withDirectory { home in
            let (store, identity) = (try PeerStore(home: home), try NodeIdentity())
            try store.add(
                Peer(
                    certificate: identity.certificate, name: PeerName("kim"), role: .remote, grants: .view, pairedAt: 0)
            )
            let door = try Door(of: OwnNode.identity, .node(total: 8), peers: store, name: "porch") { nil }
            let certificate = try NIOSSLCertificate(bytes: identity.certificate.der, format: .der)
            #expect(door.farewell(to: certificate) == nil, "it is let in")
            try store.revoke(identity.id, at: 77)
            #expect(door.verify([certificate]) == .certificateVerified)
            #expect(throws: TrustError.self) { try door.visitor(certificate) }
            let problem = try #require(door.farewell(to: certificate))
            #expect(problem.detail.hasPrefix("porch revoked kim at 1970-01-01T00:01:17Z: "))
            let answer = String(buffer: try Signpost.response(problem))
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains(#""revokedAt":77"#))
            let stranger = try NIOSSLCertificate(bytes: NodeIdentity().certificate.der, format: .der)
            #expect(door.verify([stranger]) == .failed && door.farewell(to: stranger) == nil)
        }
    }

    @Test("A client that was given another node's certificate to expect sends nothing, and says impostor")
    func impostor() async throws {
        try await withServer(routes) { server in
            let expected = try NodeIdentity().certificate
            let client = try ControlClient(NodeAddress(server.address), Access(as: OwnNode.identity, to: expected))
            let error = await #expect(throws: ControlClientError.self) { try await client.node() }
            #expect(error == .impostor(address: server.address, expected: expected.id.short))
            await client.shutdown()
        }
    }

    @Test("A handshake that does not come is given up after 5 s, and harms nobody")
    func silent() async throws {
        try await withServer(routes) { server in
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: server.port).get()
            #expect(try await isServed(server, try OwnNode.access.configuration()))
            try await channel.closeFuture.get()
        }
    }

    @Test("500 connections that say nothing do not keep a paired client waiting until they are given up")
    func slow() async throws {
        try await withServer(routes) { server in
            var channels: [any Channel] = []
            for _ in 0..<500 {
                channels.append(
                    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                        .connect(host: "127.0.0.1", port: server.port).get())
            }
            #expect(try await isServed(server, try OwnNode.access.configuration()))
            #expect(channels.last?.isActive == true)
            for channel in channels { try? await channel.close().get() }
        }
    }

    @Test("A peer has no more connections than it may")
    func crowded() async throws {
        try await withDirectory { home in
            let (guest, peers) = (try NodeIdentity(), try PeerStore(home: home))
            try peers.add(
                Peer(certificate: guest.certificate, name: PeerName("g"), role: .remote, grants: .view, pairedAt: 0))
            try await withServer {
                try ControlServer(routes, letting: peers, logger: $0, onRunning: $1)
            } _: { server in
                let access = Access(as: guest, to: OwnNode.identity.certificate)
                var raws: [RawConnection] = []
                for _ in 0..<ServerLimits.connectionsPerVisitor {
                    raws.append(try await RawConnection(port: server.port, as: access))
                }
                let late = try await RawConnection(port: server.port, as: access)
                #expect(try await late.isClosed(probing: false))
                #expect(try await isServed(server, try OwnNode.access.configuration()), "others are not harmed")
                await raws[0].close()
                try await raws[1].write("GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try await raws[1].read { !$0.isEmpty }.contains("200 OK"))
                for raw in raws { await raw.close() }
            }
        }
    }
}
