// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import Wire

/// A feed as server-sent events (WHATWG HTML §9.2): the only place that writes them.
struct EventResponse: Sendable {
    /// Hears when somebody begins to read, and when they no longer do.
    struct Watch: Sendable {
        let onStart: @Sendable () -> Void
        let onEnd: @Sendable () -> Void
    }

    let feed: EventFeed
    /// The last event that the client saw; nil for those from now on.
    let after: Int?
    var watch: Watch?
    /// An event as the client may hear it; nil for one that it may not, which leaves a hole in the numbers.
    var shown: @Sendable (Event) -> Event? = { $0 }

    /// An answer that lasts until the client goes, falls behind, or the server stops.
    func response(_ context: ControlContext) -> Response {
        // Before the head is written: what a client does once it has seen the head is in its events.
        let events = feed.events(after: after)
        let body = ResponseBody.pushed(
            on: context.channel, events, shown: { [shown] in $0.replacing(shown) }, greeting: ": longshot\n\n",
            capacity: EventFeed.capacity * 2, mayDrop: false, write: { try Self.text(of: $0) },
            onStart: { [watch] in watch?.onStart() }, onEnd: { [watch] in watch?.onEnd() })
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    private static func text(of item: Pushed<NumberedEvent>) throws -> ByteBuffer {
        switch item {
        case .keepAlive:
            return ByteBuffer(string: ":\n\n")
        case .element(let numbered):
            // JSON without line feeds, so that it is one `data` line.
            var text = ByteBuffer(string: "id: \(numbered.id)\nevent: \(numbered.event.kind)\ndata: ")
            text.writeBytes(try numbered.event.payload())
            text.writeString("\n\n")
            return text
        }
    }
}

extension NumberedEvent {
    /// The event under its number as a client may hear it; nil if it may not.
    fileprivate func replacing(_ shown: (Event) -> Event?) -> NumberedEvent? {
        shown(event).map { NumberedEvent(id: id, event: $0) }
    }
}
