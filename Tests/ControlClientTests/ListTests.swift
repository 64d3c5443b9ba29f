// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ControlClient

/// Lists without an end, and impossible lengths.
@Suite("Answers without an end", .timeLimit(.minutes(1)))
struct ListTests {
    private func answer(
        _ reply: @escaping @Sendable (HostileServer.Request) -> HostileServer.Reply,
        _ body: (ControlClient) async throws -> Void
    ) async throws {
        try await HostileServer.run(as: OwnNode.identity, answer: { reply($0) }) { port in
            try await OwnNode.withClient(at: "127.0.0.1:\(port)", body)
        }
    }

    @Test("A list with a new item on each page is given up at its bound")
    func endless() async throws {
        let count = Atomic(0)
        try await answer { _ in
            let number = count.add(1, ordering: .relaxed).newValue
            var file = TransferProgress(id: "a\(number)", kind: .file, name: "a", peer: "b", total: 1, sha256: "")
            file.phase = .received
            return HostileServer.Reply("200 OK", Array((try? JSON.encode([file])) ?? Data()))
        } _: { client in
            await #expect(throws: ControlClientError.self) { try await client.files() }
        }
        #expect(count.load(ordering: .relaxed) == 2_000)
    }

    @Test("A reason of 60,000 characters is cut off, in a problem and in a decoding error")
    func reasons() async throws {
        let long = String(repeating: "a", count: 60_000)
        try await answer { request in
            guard request.target.hasSuffix("state") else {
                return HostileServer.Reply("200 OK", #"{"id":"a","role":"\#(long)"}"#)
            }
            let problem = #"{"type":"a","title":"a","status":409,"detail":"\#(long)"}"#
            return HostileServer.Reply("409 Conflict", type: "application/problem+json", problem)
        } _: { client in
            for call in [{ _ = try await client.state() }, { _ = try await client.node() }] as [() async throws -> Void]
            {
                do {
                    try await call()
                    Issue.record("that was refused")
                } catch {
                    #expect("\(error)".count < 2_000)
                }
            }
        }
    }

    @Test(
        "A status that HTTP does not have is an error",
        arguments: ["000", "001", "099", "101", "199", "999", "1000", "-1", "+200", "0x1", "OK"])
    func statuses(status: String) async throws {
        let text = "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n"
        try await answer { _ in
            HostileServer.Reply([.bytes(Array(text.utf8))], isLast: true)
        } _: { client in
            await #expect(throws: (any Error).self) { try await client.node() }
        }
    }

    @Test(
        "A length of 2^62, one below zero, and one that is not there cost nothing",
        arguments: ["4611686018427387904", "-1", "x"])
    func lengths(length: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: \(length)\r\n\r\nabc"
        try await answer { _ in
            HostileServer.Reply([.bytes(Array(head.utf8))], isLast: true)
        } _: { client in
            let fragment = try JSON.decode(
                FragmentAnnouncement.self,
                from: Data(FakeCamera.fragment(1, ("0", "1"), ["bytes": 134_217_728]).text.utf8))
            await #expect(throws: (any Error).self) { try await client.fragment(fragment) }
        }
    }
}
