// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Wire

/// A feed as server-sent events (WHATWG HTML §9.2): the only place that writes them.
struct EventResponse: Sendable {
    private enum Item: Sendable {
        case event(NumberedEvent)
        case keepAlive
    }

    /// Hears when somebody begins to read, and when they no longer do.
    struct Watch: Sendable {
        let onStart: @Sendable () -> Void
        let onEnd: @Sendable () -> Void
    }

    let feed: EventFeed
    /// The last event that the client saw; nil for those from now on.
    let after: Int?
    var watch: Watch?
    /// Whether the client may hear of an event; what it may not leaves a hole in the numbers.
    var isFor: @Sendable (Event) -> Bool = { _ in true }

    /// An answer that lasts until the client goes, falls behind, or the server stops.
    func response(_ context: ControlContext) -> Response {
        // Before the head is written: what a client does once it has seen the head is in its events.
        let events = feed.events(after: after)
        let body = ResponseBody.watched(on: context.channel) { [watch, isFor] writer in
            watch?.onStart()
            defer { watch?.onEnd() }
            let (items, continuation) = AsyncStream.makeStream(
                of: Item.self, bufferingPolicy: .bufferingOldest(EventFeed.capacity * 2))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { continuation.finish() }
                    for await event in events where isFor(event.event) {
                        if case .dropped = continuation.yield(.event(event)) { return }
                    }
                }
                group.addTask {
                    while true {
                        try await Task.sleep(for: .milliseconds(ServerLimits.keepAliveMilliseconds))
                        continuation.yield(.keepAlive)
                    }
                }
                group.addTask {
                    try await gracefulShutdown()
                    continuation.finish()
                }
                defer { group.cancelAll() }
                try await writer.write(ByteBuffer(string: ": longshot\n\n"))
                for await item in items { try await writer.write(Self.text(of: item)) }
            }
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    private static func text(of item: Item) throws -> ByteBuffer {
        switch item {
        case .keepAlive:
            return ByteBuffer(string: ":\n\n")
        case .event(let numbered):
            // JSON without line feeds, so that it is one `data` line.
            var text = ByteBuffer(string: "id: \(numbered.id)\nevent: \(numbered.event.kind)\ndata: ")
            text.writeBytes(try numbered.event.payload())
            text.writeString("\n\n")
            return text
        }
    }
}
