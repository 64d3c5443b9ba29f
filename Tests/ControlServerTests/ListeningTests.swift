// SPDX-License-Identifier: Apache-2.0
import Tasks
import AsyncHTTPClient
import ControlClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Listening", .timeLimit(.minutes(1)))
struct ListeningTests {
    /// Resolved when the hanging request has arrived.
    private let asked = Pending<Void>()

    /// The routes of a camera that does not capture, and a route that never answers.
    private func withRoutes(_ body: (RouteTable) async throws -> Void) async throws {
        try await withDirectory { home in
            var routes = try RouteTable(.camera(try await Nodes.camera(home: home)))
            let asked = asked
            routes.on(.get, "/v1/slow", needs: .all) { _, _ in
                asked.resolve(())
                // Longer than any test may take.
                try await Task.sleep(for: .seconds(3_600))
                return .text("late")
            }
            try await body(routes)
        }
    }

    @Test("IPv6 is served too")
    func version6() async throws {
        try await withRoutes { routes in
            try await withServer {
                try ControlServer(routes, host: "::1", logger: $0, onRunning: $1)
            } _: { server in
                try await OwnNode.withClient(at: "[::1]:\(server.port)") { client in
                    _ = try await client.connectedEvents()
                    #expect(try await client.node().role == .camera)
                }
            }
        }
    }

    @Test("A port that is taken is named")
    func taken() async throws {
        try await withServer(RouteTable()) { first in
            let error = await #expect(throws: ControlServerError.self) {
                try await withServer {
                    try ControlServer(RouteTable(), port: first.port, logger: $0, onRunning: $1)
                } _: { _ in
                }
            }
            #expect(error == .portInUse(host: "127.0.0.1", port: first.port, option: "--port"))
            #expect(
                "\(error as Any)".contains(
                    "is in use by another program or node: stop it, or choose another with --port (0 for any free one)")
            )
        }
    }

    @Test("Stopping does not wait for open streams, idle connections and a request that hangs")
    func stopping() async throws {
        try await withRoutes { routes in
            let duration = try await withServer(routes) { server in
                #expect(try await server.send(.GET, "/v1/node").status == 200)
                var streams: [HTTPClientResponse] = []
                for _ in 0..<3 {
                    let request = HTTPClientRequest(url: "https://\(server.address)/v1/events")
                    streams.append(try await TestServer.client.execute(request, timeout: TestServer.patience))
                }
                #expect(streams.allSatisfy { $0.status == .ok })
            }
            let cut = try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                return try await withServer(routes) { server in
                    group.addTask { _ = try? await server.send(.GET, "/v1/slow") }
                    await asked.value()
                }
            }
            // The documented 2 s hold for an idle machine. If the server waited for the requests, the test would time out here.
            print("stopping took \(duration) with open streams, and \(cut) with a request that hangs")
        }
    }
}
