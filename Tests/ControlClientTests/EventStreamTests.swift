// SPDX-License-Identifier: Apache-2.0
import ControlClient
import TestSupport
import Testing
import Wire

@Suite("A node's events", .timeLimit(.minutes(1)))
struct EventStreamTests {
    static let head = CannedServer.Step.say(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")

    /// The events that arrive, and the error at the end, or nil.
    func read(_ steps: [CannedServer.Step]) async throws -> (events: [NumberedEvent], error: (any Error)?) {
        var events: [NumberedEvent] = []
        var failure: (any Error)?
        try await CannedServer.run([.listen] + steps) { address in
            try await OwnNode.withClient(at: address) { client in
                do {
                    for try await event in client.events(after: 3) { events.append(event) }
                } catch {
                    failure = error
                }
            }
        }
        return (events, failure)
    }

    static let link = #"data: {"address":"a:1","phase":"connecting"}"#

    @Test("Events arrive with their numbers; kinds of the future are skipped")
    func events() async throws {
        let (events, error) = try await read([
            Self.head, .say(": hello\n\nid: 4\nevent: camera-link\n\(Self.link)\n\n"),
            .say("id: 5\nevent: of-the-future\ndata: [1]\n\nid: 6\nevent: camera-link\n"),
            .say("\(Self.link)\n\n"),
        ])
        #expect(error == nil)
        #expect(events.map(\.id) == [4, 6])
        #expect(events.first?.event == .cameraLink(CameraLinkState(address: "a:1")))
    }

    @Test(
        "What breaks the contract is unexpected",
        arguments: [
            [head, .say("event: camera-link\n\(link)\n\n")],
            [head, .say("id: x\nevent: camera-link\n\(link)\n\n")],
            [head, .say("id: 1\nevent: camera-link\ndata: {}\n\n")],
            [.say("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n")],
        ])
    func contract(steps: [CannedServer.Step]) async throws {
        let (events, error) = try await read(steps)
        #expect(events.isEmpty)
        guard case ControlClientError.unexpected = try #require(error) else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test("An endless line is not taken in")
    func endless() async throws {
        let (_, error) = try await read(
            [Self.head] + Array(repeating: .say(String(repeating: "x", count: 100_000)), count: 11))
        guard case ControlClientError.tooLarge = try #require(error) else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test("Six seconds of silence are a dead link; comments are not silence")
    func silence() async throws {
        let (events, error) = try await read([
            Self.head, .wait(.milliseconds(3_200)), .say(":\n\n"), .wait(.milliseconds(3_200)),
            .say("id: 4\nevent: camera-link\n\(Self.link)\n\n"), .wait(.seconds(50)),
        ])
        #expect(events.map(\.id) == [4])
        guard case ControlClientError.silent(_, seconds: 6) = try #require(error) else {
            Issue.record("\(error as Any)")
            return
        }
    }
}
