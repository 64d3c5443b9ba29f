// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing
import Wire

@testable import ControlServer

/// A node answers or refuses every request, however malformed, and continues.
@Suite("A client that lies", .serialized, .timeLimit(.minutes(Lies.minutes)))
struct HostileClientTests {
    @Test("is served or refused by a camera")
    func camera() async throws {
        try await Nodes.withCamera { _, server in try await lie(to: "camera", server) }
    }

    @Test("is served or refused by a recorder")
    func recorder() async throws {
        try await Nodes.withRecorder { _, server in try await lie(to: "recorder", server) }
    }

    private func lie(to role: String, _ server: TestServer) async throws {
        let document = try APIDocument()
        let total = Lies.count(500)
        let start = ContinuousClock.now
        // These never end, or have tests of their own.
        let endless = ["/v1/events", "/v1/live/picture", "/v1/cameras/{}/picture"]
        let routes = document.routes.filter { route in
            (route.servedBy == role || route.servedBy == "both") && !endless.contains { route.name.hasSuffix($0) }
        }
        try await lie(0..<total / 5, routes, document, server)
        let before = Memory.resident()
        try await lie(total / 5..<total, routes, document, server)
        let state = try await server.send(.GET, "/v1/state")
        #expect(state.status == 200, "\(state.text)")
        let grown = (Memory.resident() ?? 0) - (before ?? 0)
        #expect(grown < HostileServerTests.memory, "\(grown) bytes more after \(total) lies")
        Lies.report(total, in: .now - start)
    }

    /// Sends the lies with these numbers, eight at a time, because some answers of the node take long.
    private func lie(
        _ numbers: Range<Int>, _ routes: [APIDocument.Route], _ document: APIDocument, _ server: TestServer
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask {
                    for index in numbers where index % 8 == lane {
                        try await Self.lie(index, routes, document, server)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func lie(
        _ index: Int, _ routes: [APIDocument.Route], _ document: APIDocument, _ server: TestServer
    ) async throws {
        let seed = Lies.seed + UInt64(index)
        var liar = Liar(document, seed: seed)
        let route = liar.pick(routes)
        let (target, headers, body) = request(route, &liar)
        let words = "\(route.method) \(target.prefix(200)) \(body?.prefix(300) ?? "") LONGSHOT_LIES_SEED=\(seed)"
        do {
            let answer = try await server.send(
                HTTPMethod(rawValue: route.method), target, headers: headers, body: body)
            let isKnown = answer.status < 500 || route.statuses.contains(answer.status) && answer.status != 500
            #expect(isKnown, "\(words): \(answer.status) \(answer.text.prefix(300))")
        } catch is HTTPClientError {
            // The node cuts off requests that are not HTTP.
        }
        if index % 20 == 0 { try await noHTTP(&liar, server) }
    }

    /// Sends malformed HTTP, and disconnects in the middle of it or right after it.
    private static func noHTTP(_ liar: inout Liar, _ server: TestServer) async throws {
        let head = "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        let texts = [
            "\(head)Content-Length: -1\r\n\r\n{}", "\(head)Content-Length: 4611686018427387904\r\n\r\n{}",
            "\(head)Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "\(head)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "\(head)Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}",
            "\(head)Transfer-Encoding: chunked\r\n\r\n-1\r\n",
            "\(head)Content-Length: 100\r\n\r\n{", "GET /v1/node HTTP/9.9\r\n\r\n", "GET\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            String(decoding: liar.generator.bytes(300), as: UTF8.self),
        ]
        let raw = try await RawConnection(port: server.port)
        try? await raw.write(liar.pick(texts))
        if liar.chance(0.5) { _ = try await raw.isClosed(within: .milliseconds(20), probing: false) }
        await raw.close()
    }

    private static func request(_ route: APIDocument.Route, _ liar: inout Liar) -> (String, HTTPHeaders, String?) {
        let segments = [
            "0", "1", "-1", "9223372036854775807", "18446744073709551616", "..%2F..%2Fetc%2Fpasswd", "%00", "%1B%5B2J",
            "%E2%80%AE", "a", "NaN", String(repeating: "a", count: 3_000), "%", "2026",
            String(repeating: "0", count: 64),
            String(repeating: "a", count: 32),
        ]
        var target = route.path.map { "/" + ($0 ?? liar.pick(segments)) }.joined()
        let query = route.query.filter { _ in liar.chance(0.6) }.map { "\($0)=\(liar.pick(segments))" }
        if !query.isEmpty { target += "?" + query.joined(separator: "&") }
        var headers = HTTPHeaders()
        let values = [
            "bytes=0-", "bytes=-9223372036854775808", "bytes=9223372036854775807-", "?1", "-1", "9223372036854775807",
            "x", "\"a\"",
        ]
        for name in [
            "Range", "If-Range", "Last-Event-ID", "Longshot-Session", "Upload-Offset", "Upload-Complete",
            "Upload-Length",
        ]
        where liar.chance(0.08) {
            headers.add(name: name, value: liar.pick(values))
        }
        guard ["POST", "PUT", "PATCH"].contains(route.method) else { return (target, headers, nil) }
        // A valid still request could take ten thousand stills.
        let body = route.request.map { liar.value(of: $0, mustLie: true) } ?? liar.pick(["", "{}", "x"])
        return (target, headers, body)
    }
}
