// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import Wire

/// A feed as server-sent events (WHATWG HTML §9.2); no other type writes them.
struct EventResponse: Sendable {
    /// Callbacks for the beginning and the end of a subscription.
    struct Watch: Sendable {
        let onStart: @Sendable () -> Void
        let onEnd: @Sendable () -> Void
        /// Throws if the subscription must end, before each item.
        let check: @Sendable () throws -> Void
    }

    let feed: EventFeed
    /// The last event that the client received; nil for new events only.
    let after: Int?
    var watch: Watch?
    /// The event as this client may see it; nil if it may not, which leaves a gap in the numbers.
    var shown: @Sendable (Event) -> Event? = { $0 }

    /// A response that ends when the client disconnects or falls behind, or the server stops.
    func response(_ context: ControlContext) -> Response {
        // Subscribes before the head is written, so that events after the client has seen the head are not missed.
        let events = feed.events(after: after)
        let body = ResponseBody.pushed(
            on: context.channel, events, shown: { [shown] in $0.replacing(shown) }, greeting: ": longshot\n\n",
            capacity: EventFeed.capacity * 2, mayDrop: false,
            write: { [watch] in
                try watch?.check()
                return try Self.text(of: $0)
            },
            onStart: { [watch] in watch?.onStart() }, onEnd: { [watch] in watch?.onEnd() })
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    private static func text(of item: Pushed<NumberedEvent>) throws -> ByteBuffer {
        switch item {
        case .keepAlive:
            return ByteBuffer(string: ":\n\n")
        case .element(let numbered):
            // This JSON has no line feeds, so it fits one `data` line.
            var text = ByteBuffer(string: "id: \(numbered.id)\nevent: \(numbered.event.kind)\ndata: ")
            text.writeBytes(try numbered.event.payload())
            text.writeString("\n\n")
            return text
        }
    }
}

extension NumberedEvent {
    /// The event as `shown` returns it, with its number; nil if the client may not see it.
    fileprivate func replacing(_ shown: (Event) -> Event?) -> NumberedEvent? {
        shown(event).map { NumberedEvent(id: id, event: $0) }
    }
}
