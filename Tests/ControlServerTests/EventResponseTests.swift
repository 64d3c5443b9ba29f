// SPDX-License-Identifier: Apache-2.0
import Camera
import ControlClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("Events", .timeLimit(.minutes(1)))
struct EventResponseTests {
    /// The event feed of a camera that does not capture, behind the camera's routes.
    private func withFeed(_ body: (EventFeed, TestServer, ControlClient) async throws -> Void) async throws {
        try await withDirectory { home in
            let camera = try await Nodes.camera(home: home)
            try await withServer(try RouteTable(.camera(camera))) { server in
                try await OwnNode.withClient(at: server.address) { try await body(camera.events, server, $0) }
            }
        }
    }

    static func event(_ number: Int) -> Event {
        .stillJob(StillJob(id: "job\(number)", count: number, secondsLeft: 0))
    }

    @Test("What happens after the stream is there arrives, in order and with its number")
    func order() async throws {
        try await withFeed { feed, _, client in
            let stream = try await client.connectedEvents()
            for number in 1...500 { feed.publish(Self.event(number)) }
            var seen = 0
            for try await event in stream {
                seen += 1
                #expect(event == NumberedEvent(id: seen, event: Self.event(seen)))
                if seen == 500 { break }
            }
            #expect(seen == 500)
        }
    }

    @Test("A reader goes on behind the last event that it saw")
    func resume() async throws {
        try await withFeed { feed, server, client in
            for number in 1...10 { feed.publish(Self.event(number)) }
            var iterator = client.events(after: 7).makeAsyncIterator()
            for number in 8...10 { #expect(try await iterator.next()?.id == number) }
            let wrong = try await server.send(.GET, "/v1/events?after=x")
            #expect(wrong.status == 400)
        }
    }

    @Test("The stream says that it is alive, and what it says is what the standard says")
    func keepAlive() async throws {
        try await withFeed { feed, server, _ in
            feed.publish(Self.event(1))
            let raw = try await RawConnection(port: server.port)
            try await raw.write("GET /v1/events?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let text = try await raw.read { $0.components(of: ":\n\n") >= 2 }
            #expect(text.contains("Content-Type: text/event-stream"))
            #expect(text.contains("id: 1\nevent: still-job\ndata: {\"count\":1,"))
            #expect(text.components(of: ":\n\n") == 2)
            await raw.close()
        }
    }

    @Test("The stream ends when the node closes its feed")
    func close() async throws {
        try await withFeed { feed, _, client in
            let stream = try await client.connectedEvents()
            feed.close()
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("A reader that does not read is cut, and does not hold the server", .timeLimit(.minutes(1)))
    func slow() async throws {
        try await withFeed { feed, server, client in
            let raw = try await RawConnection(port: server.port)
            try await raw.write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await raw.read { $0.contains(": longshot") }.hasPrefix("HTTP/1.1 200"))
            try await raw.stopReading()
            // Opens a connection in advance: the following events keep a slow machine busy.
            _ = try await client.node()
            let long = String(repeating: "x", count: 6_000)
            for _ in 0..<1_600 { feed.publish(.stillJob(StillJob(id: long, count: 1, secondsLeft: 0))) }
            // A reader that keeps up gets the newest event at once.
            let stream = try await client.connectedEvents()
            feed.publish(Self.event(1))
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next()?.event == Self.event(1))
            #expect(try await raw.isClosed())
        }
    }
}
