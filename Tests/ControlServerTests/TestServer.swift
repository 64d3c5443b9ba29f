// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import ControlClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import SystemPackage
import TestSupport
import Trust
import Wire

@testable import ControlServer

/// A server on a free port, and plain HTTP requests to it.
struct TestServer: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSON.decode(type, from: .init(body))
        }

        subscript(name: String) -> String? { headers.first(name: name) }
    }

    let port: Int

    /// A client with the certificate of the node's owner.
    static let client: HTTPClient = {
        do {
            return try client(OwnNode.access)
        } catch {
            preconditionFailure("no TLS: \(error)")
        }
    }()

    /// A client with the certificate of this access.
    static func client(_ access: Access) throws -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = try access.configuration()
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// The timeout of a request in tests; even a busy machine answers faster.
    static let patience = TimeAmount.seconds(60)

    var address: String { "127.0.0.1:\(port)" }

    func send(
        _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "https://\(address)\(path)")
        request.method = method
        request.headers = headers
        if let body {
            request.body = .bytes(ByteBuffer(string: body))
            if headers["Content-Type"].isEmpty {
                request.headers.add(name: "Content-Type", value: "application/json")
            }
        }
        let response = try await TestServer.client.execute(request, timeout: TestServer.patience)
        var bytes: [UInt8] = []
        for try await chunk in response.body { bytes += chunk.readableBytesView }
        return Answer(status: Int(response.status.code), headers: response.headers, body: bytes)
    }

    static let quiet: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()
}

/// Runs a server during the body, stops it gracefully, and returns how long the stop took.
@discardableResult
func withServer(
    _ routes: RouteTable, _ body: (TestServer) async throws -> Void
) async throws -> Duration {
    try await withServer {
        try ControlServer(routes, logger: $0, onRunning: $1)
    } _: {
        try await body($0)
    }
}

extension ControlServer {
    /// A server of the tests' own node, on this machine.
    init(
        _ routes: RouteTable, letting peers: PeerStore? = nil, host: String = "127.0.0.1", port: Int = 0,
        connections: Int = 1_024,
        logger: Logger,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) throws {
        let peers = try peers ?? PeerStore(home: "/nonexistent")
        let gate = NodeGate(
            identity: OwnNode.identity, peers: peers, pairing: try PairingDesk(of: OwnNode.identity, peers: peers),
            sessions: PeerSessions(peers: peers, events: EventFeed()) { _ in },
            browsers: BrowserDesk(try BrowserStore(home: "/nonexistent"), of: OwnNode.identity.id, host: "127.0.0.1"))
        try self.init(
            routes: routes, gate: gate, host: host, port: port, bounds: .node(total: connections), logger: logger,
            onRunning: onRunning)
    }
}

/// Does the same with a server that the caller makes.
@discardableResult
func withServer(
    making make: (Logger, @escaping @Sendable (Int) async -> Void) throws -> ControlServer,
    _ body: (TestServer) async throws -> Void
) async throws -> Duration {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let server = try make(TestServer.quiet) { port.yield($0) }
    let group = ServiceGroup(services: [server], logger: TestServer.quiet)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { port.finish() }
            try await group.run()
        }
        guard let bound = await ports.first(where: { _ in true }) else {
            try await tasks.waitForAll()
            throw CancellationError()
        }
        try await body(TestServer(port: bound))
        let clock = ContinuousClock()
        let start = clock.now
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return clock.now - start
    }
}

/// Runs the body with a new directory, and deletes it afterwards.
///
/// SwiftNIO's deletion is not used: a debug build needs 10 s for a thousand files.
func withDirectory(_ body: (FilePath) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "longshot-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(FilePath(folder.path))
}
