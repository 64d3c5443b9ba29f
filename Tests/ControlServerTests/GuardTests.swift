// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import NIOHTTP1
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Who may ask", .timeLimit(.minutes(1)))
struct GuardTests {
    var routes: RouteTable {
        var routes = RouteTable()
        routes.on(.get, "/v1/node", needs: .all) { _, context in .text(context.ends?.there ?? "nobody") }
        return routes
    }

    @Test("A page of somebody else is refused, even for an unknown route")
    func origin() async throws {
        try await withServer(routes) { server in
            let foreign: [HTTPHeaders] = [
                ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://localhost:3000"],
                ["Origin": "https://\(server.address)"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "same-origin"],
            ]
            for headers in foreign {
                for path in ["/v1/node", "/v1/nothing"] {
                    let answer = try await server.send(.GET, path, headers: headers)
                    #expect(answer.status == 403, "\(headers)")
                    #expect(try answer.json(Problem.self).type == "tag:longshot,2026:foreign-origin")
                }
            }
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
