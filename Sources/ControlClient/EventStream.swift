// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
package import Wire

/// A node's events as they arrive; each iterator opens its own connection when the first event is requested.
///
/// Ends when the node ends it: the node stops, or this subscriber is too slow. Throws when the link is dead, which is after 6 s of
/// silence. To continue, subscribe to the events after the last id received.
package struct EventStream: AsyncSequence, Sendable {
    package typealias Element = NumberedEvent

    let client: ControlClient
    let request: Request
    /// The response of a connected stream; nil if the iterator is to connect.
    var response: HTTPClientResponse?

    package func makeAsyncIterator() -> Iterator {
        Iterator(client: client, request: request, response: response)
    }

    /// One connection to a node's events.
    package struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case idle
            case connected(HTTPClientResponse)
            case reading(HTTPClientResponse.Body.AsyncIterator)
            case ended
        }

        private let client: ControlClient
        private let request: Request
        private var state = State.idle
        private var parser = EventParser()
        private var pending = ArraySlice<NumberedEvent>()

        init(client: ControlClient, request: Request, response: HTTPClientResponse?) {
            (self.client, self.request) = (client, request)
            if let response { state = .connected(response) }
        }

        @concurrent
        package mutating func next() async throws -> NumberedEvent? {
            do {
                while true {
                    if let event = pending.popFirst() { return event }
                    guard let bytes = try await bytes() else { return nil }
                    pending = try parser.parse(bytes.readableBytesView).compactMap(event)[...]
                }
            } catch {
                // Dropping the body closes the connection.
                state = .ended
                if let error = error as? EventParser.Overflow {
                    throw ControlClientError.tooLarge(
                        address: "\(client.address)", request: request.name, limit: error.limit)
                }
                throw client.explained(error, request, seconds: Limits.answer)
            }
        }

        @concurrent
        private mutating func bytes() async throws -> ByteBuffer? {
            var body: HTTPClientResponse.Body.AsyncIterator
            switch state {
            case .idle:
                body = try await client.openEvents(request).body.makeAsyncIterator()
            case .connected(let response):
                body = response.body.makeAsyncIterator()
            case .reading(let iterator):
                body = iterator
            case .ended:
                return nil
            }
            let bytes = try await body.next()
            state = bytes == nil ? .ended : .reading(body)
            return bytes
        }

        /// Nil if this version does not know the event's kind.
        private func event(_ message: EventParser.Message) throws -> NumberedEvent? {
            guard let id = message.id.flatMap({ Int($0) }) else {
                throw client.unexpected(request, "an event without a number")
            }
            do {
                guard let event = try Event(kind: message.kind, payload: Data(message.data)) else {
                    return nil
                }
                return NumberedEvent(id: id, event: event)
            } catch {
                throw client.undecoded(request, error, what: "the event \"\(message.kind)\": ")
            }
        }
    }
}

extension ControlClient {
    /// The node's events after the number `last`, as far as its backlog goes back; with nil, the events from now on.
    ///
    /// Connects when the first event is requested.
    package func events(after last: Int? = nil) -> EventStream {
        EventStream(client: self, request: request(after: last))
    }

    /// The node's events on an open connection: events after the return of this call are included.
    ///
    /// For one iterator. Connect first and then read the node's state, so that no event falls between the two.
    package func connectedEvents(after last: Int? = nil) async throws -> EventStream {
        let request = request(after: last)
        return EventStream(client: self, request: request, response: try await openEvents(request))
    }

    fileprivate func openEvents(_ request: Request) async throws -> HTTPClientResponse {
        let response = try await open(request)
        let type = response.headers.first(name: "Content-Type") ?? "none"
        guard type.hasPrefix("text/event-stream") else {
            throw unexpected(request, "its Content-Type is \(type)")
        }
        return response
    }

    private func request(after last: Int?) -> Request {
        var request = Request(.GET, "events")
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let last { request.headers.add(name: "Last-Event-ID", value: "\(last)") }
        return request
    }
}
