// SPDX-License-Identifier: Apache-2.0
import ControlClient
import NIOCore
import NIOPosix
import Tasks
import TestSupport
import Testing
import Wire

@Suite("What can go wrong on the way", .timeLimit(.minutes(1)))
struct ClientErrorTests {
    /// The error of a request to a server that takes these steps.
    func failure(_ steps: [CannedServer.Step]) async throws -> any Error {
        var result: (any Error)?
        try await CannedServer.run(steps) { address in
            try await OwnNode.withClient(at: address) { client in
                do {
                    _ = try await client.node()
                } catch {
                    result = error
                }
            }
        }
        return try #require(result)
    }

    static func answer(_ status: String, _ body: String, type: String = "application/json")
        -> CannedServer.Step
    {
        .say(
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    @Test("Nobody there: which address, and what to check")
    func unreachable() async throws {
        // A port that was free a moment ago.
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close()
        let error = await #expect(throws: ControlClientError.self) {
            try await OwnNode.withClient(at: "127.0.0.1:\(port)") { try await $0.node() }
        }
        #expect(error == .unreachable(address: "127.0.0.1:\(port)", reason: "connection refused"))
        #expect(error?.isTransient == true)
        #expect("\(error as Any)".contains("Check that it runs"))
    }

    @Test("A host name that does not exist is unreachable, not a riddle")
    func unknownHost() async throws {
        let error = await #expect(throws: ControlClientError.self) {
            try await OwnNode.withClient(at: "no-such-host.invalid:1") { try await $0.node() }
        }
        guard case .unreachable(address: "no-such-host.invalid:1", _) = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test("A refusal arrives as the problem that the node sent")
    func problem() async throws {
        let body = #"{"detail":"no","status":409,"title":"Not now","type":"tag:longshot,2026:conflict"}"#
        let error = try await failure([
            .listen, Self.answer("409 Conflict", body, type: "application/problem+json"),
        ])
        #expect(error as? Problem == .conflict("no"))
    }

    @Test(
        "A refusal without an explanation is no problem of ours",
        arguments: [
            answer("502 Bad Gateway", "<html>"), answer("404 Not Found", "{}"),
            answer("500 Oops", "{", type: "application/problem+json"),
            answer("301 Moved", ""),
        ])
    func unexplained(step: CannedServer.Step) async throws {
        guard case ControlClientError.unexpected = try await failure([.listen, step]) else {
            Issue.record("another error")
            return
        }
    }

    @Test(
        "What is not the right JSON, or no HTTP, is unexpected",
        arguments: [
            answer("200 OK", "{}"), answer("200 OK", "<html></html>"), .say("SSH-2.0-OpenSSH_9.2\r\n"),
        ])
    func unexpected(step: CannedServer.Step) async throws {
        let error = try await failure([.listen, step])
        guard case ControlClientError.unexpected = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(error)".contains("DecodingError"), "\(error)")
    }

    @Test(
        "A connection that ends too early is broken, and worth another try",
        arguments: [
            [.listen], [.listen, .say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")],
            [.listen, .say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{")],
        ] as [[CannedServer.Step]])
    func broken(steps: [CannedServer.Step]) async throws {
        let error = try await failure(steps)
        guard case ControlClientError.broken = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("An answer larger than any can be is not taken in")
    func tooLarge() async throws {
        let error = try await failure([
            .listen, .say("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n{"),
        ])
        guard case ControlClientError.tooLarge = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("An answer that trickles is given up after 10 s, in all")
    func timeout() async throws {
        let trickle: [CannedServer.Step] = (0..<80).flatMap { _ in [.say(" "), .wait(.milliseconds(500))] }
        let error = try await failure(
            [.listen, .say("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")] + trickle)
        guard case ControlClientError.timedOut(_, "GET /v1/node", seconds: 10) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("Cancelling is cancelling")
    func cancelled() async throws {
        let asked = Pending<Void>()
        try await CannedServer.run([.listen, .tell(asked), .wait(.seconds(3_600))]) { address in
            try await OwnNode.withClient(at: address) { client in
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await client.node() }
                    await asked.value()
                    group.cancelAll()
                    await #expect(throws: CancellationError.self) { try await group.next() }
                }
            }
        }
    }

    @Test("A client that is shut down says so, twice is once, and forgetting it is no crash")
    func shutdown() async throws {
        let client = try ControlClient(NodeAddress("127.0.0.1:1"), OwnNode.access)
        await client.shutdown()
        await client.shutdown()
        await #expect(throws: ControlClientError.closed) { try await client.node() }
        _ = try ControlClient(NodeAddress("127.0.0.1:1"), OwnNode.access)
    }
}
