// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import NIOHTTP1
import Testing
import Wire

@testable import ControlServer

@Suite("Who may ask", .timeLimit(.minutes(1)))
struct GuardTests {
    var routes: RouteTable {
        var routes = RouteTable()
        routes.on(.get, "/v1/node") { _, context in .text(context.peer ?? "nobody") }
        return routes
    }

    @Test(
        "A name that is not the node's is refused: DNS rebinding",
        arguments: [
            "evil.example", "evil.example:5664", "127.0.0.1.evil.example", "10.0.0.1", "127.0.0.1@evil",
            "0.0.0.0", "::1",
            "[::2]:5664", "localhost.evil", "127.1", "0127.0.0.1", "",
        ])
    func rebinding(host: String) async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.GET, "/v1/node", headers: ["Host": host])
            // A second colon ends the name, so that ::1 without brackets is no name at all.
            #expect(answer.status == 421)
            #expect(try answer.json(Problem.self).type == "tag:longshot,2026:misdirected-request")
        }
    }

    @Test(
        "Loopback names are the node's",
        arguments: [
            "localhost", "LOCALHOST:9000", "127.0.0.1", "127.0.0.53:1", "[::1]", "[::1]:5664",
        ])
    func loopback(host: String) async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.GET, "/v1/node", headers: ["Host": host])
            #expect(answer.status == 200)
        }
    }

    @Test("A page of somebody else is refused, even for an unknown route")
    func origin() async throws {
        try await withServer(routes) { server in
            let foreign: [HTTPHeaders] = [
                ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://localhost:3000"],
                ["Origin": "https://\(server.address)"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site"],
            ]
            for headers in foreign {
                for path in ["/v1/node", "/v1/nothing"] {
                    let answer = try await server.send(.GET, path, headers: headers)
                    #expect(answer.status == 403, "\(headers)")
                    #expect(try answer.json(Problem.self).type == "tag:longshot,2026:foreign-origin")
                }
            }
            let own = try await server.send(
                .GET, "/v1/node",
                headers: ["Origin": "http://\(server.address)", "Sec-Fetch-Site": "same-origin"])
            #expect(own.status == 200)
        }
    }

    @Test("The peer's address comes from the connection")
    func peer() async throws {
        try await withServer(routes) { server in
            let headers: HTTPHeaders = ["X-Forwarded-For": "10.9.8.7", "Forwarded": "for=10.9.8.7"]
            let answer = try await server.send(.GET, "/v1/node", headers: headers)
            #expect(answer.text == "127.0.0.1")
        }
    }
}
