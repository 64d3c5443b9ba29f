// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import NIOHTTP1
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("What the server bears", .timeLimit(.minutes(2)))
struct LimitTests {
    var routes: RouteTable {
        var routes = RouteTable()
        routes.on(.get, "/v1/node", needs: .all) { _, _ in .text("here") }
        routes.on(.post, "/v1/wish", needs: .all) { request, context in
            try .json(await request.json(LiveRequest.self, context))
        }
        return routes
    }

    @Test(
        "Header fields beyond 16 kB or 100 are refused and the connection is closed",
        arguments: [
            String(repeating: "x", count: 17_000), String(repeating: "x\r\nA: ", count: 120),
            String(repeating: "x", count: 200_000),
        ])
    func headers(value: String) async throws {
        try await withServer(routes) { server in
            let raw = try await RawConnection(port: server.port)
            try? await raw.write("GET /v1/node HTTP/1.1\r\nHost: localhost\r\nA: \(value)\r\n\r\n")
            #expect(try await raw.isClosed(probing: false))
            #expect(!raw.text.contains("200 OK"))
            #expect(try await server.send(.GET, "/v1/node").status == 200)
        }
    }

    @Test("A body that trickles is given up after 10 s")
    func trickle() async throws {
        try await withServer(routes) { server in
            let raw = try await RawConnection(port: server.port)
            try await raw.write(
                "POST /v1/wish HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n"
            )
            #expect(try await raw.isClosed())
        }
    }

    @Test("A body that never ends is answered with 413 and cut")
    func endless() async throws {
        try await withServer(routes) { server in
            let raw = try await RawConnection(port: server.port)
            try await raw.write(
                "POST /v1/wish HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            let chunk = "1000\r\n\(String(repeating: "x", count: 0x1000))\r\n"
            for _ in 0..<20 { try? await raw.write(chunk) }
            #expect(try await raw.read { !$0.isEmpty }.hasPrefix("HTTP/1.1 413 "))
            try await eventually("the connection is cut") { (try? await raw.write(chunk)) == nil }
        }
    }

    @Test("A body where none belongs is not waited for")
    func unwanted() async throws {
        try await withServer(routes) { server in
            for method in ["GET", "DELETE", "OPTIONS"] {
                let raw = try await RawConnection(port: server.port)
                try await raw.write(
                    "\(method) /v1/node HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
                )
                let text = try await raw.read { !$0.isEmpty }
                #expect(text.hasPrefix("HTTP/1.1 413 "))
                #expect(text.lowercased().contains("connection: close"))
                #expect(try await raw.isClosed(probing: false))
            }
        }
    }

    @Test("One connection more than there may be waits until another ends")
    func connections() async throws {
        try await withServer {
            try ControlServer(routes, connections: 64, logger: $0, onRunning: $1)
        } _: { server in
            var raws: [RawConnection] = []
            for _ in 0..<64 { raws.append(try await RawConnection(port: server.port)) }
            // The server has accepted all of them, because it answers the last one.
            try await raws[63].write("GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await raws[63].read { !$0.isEmpty }.contains("200 OK"))
            let late = try await RawConnection(port: server.port, waiting: false)
            // The server had time to accept it, because it has answered others meanwhile.
            for raw in raws[1...16] {
                try await raw.write("GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try await raw.read { !$0.isEmpty }.contains("200 OK"))
            }
            #expect(await !late.isIn)
            await raws[0].close()
            try await late.write("GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await late.read { !$0.isEmpty }.contains("200 OK"))
            await late.close()
            for raw in raws { await raw.close() }
        }
    }

    @Test("Requests in a row on one connection are answered in a row")
    func pipelined() async throws {
        try await withServer(routes) { server in
            let raw = try await RawConnection(port: server.port)
            let get = "GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try await raw.write(get + "DELETE /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n" + get)
            let text = try await raw.read { $0.components(of: "HTTP/1.1 ") == 3 }
            #expect(text.components(of: "200 OK") == 2)
            #expect(text.components(of: "405 Method Not Allowed") == 1)
            await raw.close()
        }
    }

    @Test("Mutilated requests leave it standing", arguments: 0..<4)
    func fuzz(seed: UInt64) async throws {
        let samples = [
            "GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /v1/wish HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
            "POST /v1/wish HTTP/1.1\r\nHost: [::1]:1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "GET http://localhost/v1/node?limit=%zz HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-\r\n\r\n",
        ].map { Array($0.utf8) }
        try await withServer(routes) { server in
            var random = SeededGenerator(seed: seed)
            for _ in 0..<40 * Repetitions.count {
                var bytes = samples[Int.random(in: 0..<samples.count, using: &random)]
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                    case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
                    default: if bytes.count > 1 { bytes.remove(at: place) }
                    }
                }
                let raw = try await RawConnection(port: server.port)
                try? await raw.write(bytes)
                await raw.close()
            }
            #expect(try await server.send(.GET, "/v1/node").status == 200)
        }
    }
}
