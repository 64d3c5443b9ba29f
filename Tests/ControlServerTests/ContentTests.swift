// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import SystemPackage
import Testing
import Transfers
import Trust
import Wire
import _NIOFileSystem

@testable import ControlServer

@Suite("Content", .timeLimit(.minutes(1)))
struct ContentTests {
    static let bytes: [UInt8] = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    static let digest = SHA256.hash(data: bytes)
    static let hex = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()

    /// Serves the same bytes from a file and from memory.
    func withContent(_ body: (TestServer) async throws -> Void) async throws {
        try await withDirectory { directory in
            let path = directory.appending("still.jpg")
            try await Self.bytes.write(toFileAt: path)
            var routes = RouteTable()
            routes.on(.get, "/v1/file", needs: .all) { request, context in
                try await Content(
                    StoredFile(path: path, name: "a \"b\".jpg", bytes: Self.bytes.count, sha256: Self.hex),
                    type: "image/jpeg"
                ).response(to: request, context)
            }
            routes.on(.get, "/v1/memory", needs: .all) { request, context in
                try Content(Self.bytes, type: "video/mp4", sha256: Self.hex).response(to: request, context)
            }
            routes.on(.get, "/v1/damaged", needs: .all) { request, context in
                try await Content(StoredFile(path: path, name: "x", bytes: 5, sha256: Self.hex), type: "image/jpeg")
                    .response(to: request, context)
            }
            routes.on(.get, "/v1/gone", needs: .all) { request, context in
                let gone = StoredFile(path: directory.appending("gone"), name: "x", bytes: 5, sha256: Self.hex)
                return try await Content(gone, type: "image/jpeg").response(to: request, context)
            }
            try await withServer(routes, body)
        }
    }

    @Test("All bytes come with their digest, their tag and their name")
    func whole() async throws {
        try await withContent { server in
            for path in ["/v1/file", "/v1/memory"] {
                let answer = try await server.send(.GET, path)
                #expect(answer.status == 200)
                #expect(answer.body == Self.bytes)
                #expect(answer["Content-Length"] == "\(Self.bytes.count)")
                #expect(answer["ETag"] == "\"\(Self.hex)\"")
                #expect(answer["Repr-Digest"] == "sha-256=:\(Data(Self.digest).base64EncodedString()):")
                #expect(answer["Accept-Ranges"] == "bytes")
            }
            let answer = try await server.send(.GET, "/v1/file")
            #expect(answer["Content-Disposition"] == "attachment; filename=\"a _b_.jpg\"")
            #expect(answer["Content-Type"] == "image/jpeg")
        }
    }

    @Test(
        "A part is exactly the part",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=100-", 100..<700_001), ("bytes=-1", 700_000..<700_001),
            ("bytes=262143-262145", 262_143..<262_146), ("bytes=700000-999999", 700_000..<700_001),
        ])
    func part(field: String, range: Range<Int>) async throws {
        try await withContent { server in
            for path in ["/v1/file", "/v1/memory"] {
                let answer = try await server.send(.GET, path, headers: ["Range": field])
                #expect(answer.status == 206)
                #expect(answer.body == Array(Self.bytes[range]))
                let last = range.upperBound - 1
                #expect(answer["Content-Range"] == "bytes \(range.lowerBound)-\(last)/\(Self.bytes.count)")
            }
        }
    }

    @Test("A part that does not exist is refused with the size")
    func unsatisfiable() async throws {
        try await withContent { server in
            let answer = try await server.send(.GET, "/v1/file", headers: ["Range": "bytes=700001-"])
            #expect(answer.status == 416)
            #expect(answer["Content-Range"] == "bytes */700001")
            #expect(try answer.json(Problem.self).type == "tag:longshot,2026:range-not-satisfiable")
        }
    }

    @Test("If-Range gives the part of the same bytes, and all of others")
    func ifRange() async throws {
        try await withContent { server in
            let same = try await server.send(
                .GET, "/v1/file", headers: ["Range": "bytes=5-9", "If-Range": "\"\(Self.hex)\""])
            #expect(same.status == 206)
            for other in ["\"other\"", "W/\"\(Self.hex)\"", "Sat, 21 Nov 2026 04:00:00 GMT"] {
                let all = try await server.send(
                    .GET, "/v1/file", headers: ["Range": "bytes=5-9", "If-Range": other])
                #expect(all.status == 200)
                #expect(all.body.count == Self.bytes.count)
            }
        }
    }

    @Test("If-None-Match saves the bytes")
    func ifNoneMatch() async throws {
        try await withContent { server in
            let answer = try await server.send(
                .GET, "/v1/file", headers: ["If-None-Match": "\"a\", \"\(Self.hex)\""])
            #expect(answer.status == 304)
            #expect(answer.body.isEmpty)
            #expect(answer["ETag"] == "\"\(Self.hex)\"")
        }
    }

    @Test("HEAD has the fields of GET, ignores ranges, and has no body")
    func head() async throws {
        try await withContent { server in
            let answer = try await server.send(.HEAD, "/v1/file", headers: ["Range": "bytes=0-1"])
            #expect(answer.status == 200)
            #expect(answer["Content-Length"] == "\(Self.bytes.count)")
            #expect(answer["Repr-Digest"] != nil)
            #expect(answer.body.isEmpty)
        }
    }

    @Test("Bytes that are made have a tag without a digest, and parts of another version are not mixed in")
    func made() async throws {
        var routes = RouteTable()
        routes.on(.get, "/v1/movie", needs: .all) { request, context in
            try Content(size: Self.bytes.count, type: "video/mp4", version: "new") { offset in
                Array(Self.bytes[offset..<min(offset + 1_000, Self.bytes.count)])
            }.response(to: request, context)
        }
        try await withServer(routes) { server in
            func answer(_ headers: HTTPHeaders) async throws -> TestServer.Answer {
                try await server.send(.GET, "/v1/movie", headers: headers)
            }
            let part = try await answer(["Range": "bytes=990-1009", "If-Range": #""new""#, "If-Match": #""new""#])
            #expect(part.status == 206 && part.body == Array(Self.bytes[990..<1_010]))
            #expect(part["ETag"] == #""new""# && part["Repr-Digest"] == nil)
            let whole = try await answer(["Range": "bytes=990-1009", "If-Range": #""old""#])
            #expect(whole.status == 200 && whole.body == Self.bytes)
            for field in [#""old""#, #"W/"new""#] {
                let refused = try await answer(["Range": "bytes=990-1009", "If-Match": field])
                #expect(refused.status == 412 && refused["ETag"] == #""new""#)
                #expect(try refused.json(Problem.self).type == "tag:longshot,2026:precondition-failed")
            }
            #expect(try await answer(["If-Match": "*"]).status == 200)
            #expect(try await answer(["If-None-Match": #""new""#]).status == 304)
        }
    }

    @Test("A file that shrinks while it is sent breaks the connection, and does not leave the client waiting")
    func shrinking() async throws {
        var routes = RouteTable()
        routes.on(.get, "/v1/short", needs: .all) { _, context in
            Response(
                status: .ok,
                body: .watched(on: context.channel, length: 10) { writer in
                    try await writer.write(ByteBuffer(string: "12345"))
                })
        }
        try await withServer(routes) { server in
            let error = await #expect(throws: (any Error).self) { try await server.send(.GET, "/v1/short") }
            #expect(error as? HTTPClientError != .deadlineExceeded, "the client waited in vain")
        }
    }

    @Test("A file of the wrong size, or none, is a problem")
    func damaged() async throws {
        try await withContent { server in
            let damaged = try await server.send(.GET, "/v1/damaged")
            #expect(damaged.status == 500)
            #expect(try damaged.json(Problem.self).type == "tag:longshot,2026:damaged")
            #expect(try await server.send(.GET, "/v1/gone").status == 404)
        }
    }
}
