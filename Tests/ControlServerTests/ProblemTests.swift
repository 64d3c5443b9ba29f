// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import NIOHTTP1
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Problems", .timeLimit(.minutes(1)))
struct ProblemTests {
    struct Secret: Error {
        let password = "hunter2"
    }

    var routes: RouteTable {
        var routes = RouteTable()
        routes.on(.get, "/v1/things/{id}", needs: .all) { _, context in .text(try context.segment("id")) }
        routes.on(.delete, "/v1/things/{id}", needs: .all) { _, _ in throw Problem.conflict("not now") }
        routes.on(.post, "/v1/wish", needs: .all) { request, context in
            try .json(await request.json(LiveRequest.self, context))
        }
        routes.on(.post, "/v1/done", needs: .all) { _, _ in .done }
        routes.on(.get, "/v1/fail", needs: .all) { _, _ in throw Secret() }
        routes.on(.get, "/v1/number", needs: .all) { request, _ in
            .text("\(try request.integer("n") ?? -1) \(try request.limit())")
        }
        return routes
    }

    @Test("What is unknown is named, and where to look it up")
    func unknown() async throws {
        try await withServer(routes) { server in
            for path in ["/", "/v1", "/v1/nothing", "/v1/things", "/v1/things/1/2", "/v2/node"] {
                let answer = try await server.send(.GET, path)
                #expect(answer.status == 404)
                #expect(answer["Content-Type"] == "application/problem+json")
                let problem = try answer.json(Problem.self)
                #expect(problem.type == "tag:longshot,2026:not-found")
                #expect(problem.detail.contains(path))
            }
        }
    }

    @Test("A wrong method is answered with the right ones")
    func method() async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.PUT, "/v1/things/1")
            #expect(answer.status == 405)
            #expect(answer["Allow"] == "DELETE, GET, HEAD")
            #expect(try answer.json(Problem.self).detail.contains("PUT"))
            #expect(try await server.send(.GET, "/v1/wish").headers["Allow"] == ["POST"])
            #expect(try await server.send(.OPTIONS, "/v1/wish").status == 405)
        }
    }

    @Test(
        "What is wrong with JSON is said, by field",
        arguments: [
            ("", "not JSON"), ("{", "not JSON"), ("[]", "body"),
            (#"{"transport":"udp","mediaPort":1}"#, "controlPort"),
            (#"{"transport":"pigeon"}"#, "transport"),
            (#"{"transport":"tcp","mediaPort":1,"controlPort":"x"}"#, "controlPort"),
            (#"{"transport":"tcp","mediaPort":1,"controlPort":1e99}"#, "out of range"),
        ])
    func json(body: String, word: String) async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.POST, "/v1/wish", body: body)
            #expect(answer.status == 400)
            let problem = try answer.json(Problem.self)
            #expect(problem.detail.contains(word), "\(problem.detail)")
        }
    }

    @Test("Only JSON is taken for JSON")
    func contentType() async throws {
        try await withServer(routes) { server in
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"] {
                let answer = try await server.send(
                    .POST, "/v1/wish", headers: ["Content-Type": type], body: "{}")
                #expect(answer.status == 415)
            }
            let charset = try await server.send(
                .POST, "/v1/wish", headers: ["Content-Type": "application/json; charset=utf-8"], body: "{}")
            #expect(charset.status == 400)
        }
    }

    @Test("A body larger than 64 kB is refused")
    func tooLarge() async throws {
        try await withServer(routes) { server in
            let body = "{\"x\":\"" + String(repeating: "y", count: 70_000) + "\"}"
            let answer = try await server.send(.POST, "/v1/wish", body: body)
            #expect(answer.status == 413)
            #expect(try answer.json(Problem.self).type == "tag:longshot,2026:content-too-large")
        }
    }

    @Test("An error that is not the client's business leaks nothing")
    func leak() async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.GET, "/v1/fail")
            #expect(answer.status == 500)
            #expect(!answer.text.contains("hunter2") && !answer.text.contains("Secret"))
            #expect(try answer.json(Problem.self) == .failed)
        }
    }

    @Test("A problem is sent as it is, and nothing is cached or sniffed")
    func problem() async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.DELETE, "/v1/things/1")
            #expect(answer.status == 409)
            #expect(try answer.json(Problem.self) == .conflict("not now"))
            #expect(answer["X-Content-Type-Options"] == "nosniff")
            #expect(answer["Cache-Control"] == "no-store")
        }
    }

    @Test("Nothing to say is said without a body, and without its length")
    func nothing() async throws {
        try await withServer(routes) { server in
            let answer = try await server.send(.POST, "/v1/done", body: "{}")
            #expect(answer.status == 204)
            #expect(answer["Content-Length"] == nil)
            #expect(answer["Transfer-Encoding"] == nil)
        }
    }

    @Test("Path segments are decoded once, query numbers are checked")
    func reading() async throws {
        try await withServer(routes) { server in
            #expect(try await server.send(.GET, "/v1/things/a%20%C3%A4%2F%2525").text == "a ä/%25")
            for malformed in ["%zz", "%F", "%", "%FF", "a%C3"] {
                let raw = try await RawConnection(port: server.port)
                try await raw.write("GET /v1/things/\(malformed) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try await raw.read { !$0.isEmpty }.hasPrefix("HTTP/1.1 400 "))
                await raw.close()
            }
            #expect(try await server.send(.GET, "/v1/number?n=7&limit=5000").text == "7 1000")
            #expect(try await server.send(.GET, "/v1/number?limit=0").text == "-1 1")
            let wrong = try await server.send(.GET, "/v1/number?n=seven")
            #expect(wrong.status == 400)
            #expect(try wrong.json(Problem.self).detail.contains("n is \"seven\""))
        }
    }
}
