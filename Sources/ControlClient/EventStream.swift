// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
package import Wire

/// A node's events as they come; each iterator is a connection, made when the first event is asked for.
///
/// Ends when the node ends it: it stops, or this reader was too slow. Throws when the link is dead; six seconds of
/// silence are a dead link. To go on, ask for the events after the last id that came.
package struct EventStream: AsyncSequence, Sendable {
    package typealias Element = NumberedEvent

    let client: ControlClient
    let request: Request

    package func makeAsyncIterator() -> Iterator {
        Iterator(client: client, request: request)
    }

    /// One connection to a node's events.
    package struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case idle
            case reading(HTTPClientResponse.Body.AsyncIterator)
            case ended
        }

        private let client: ControlClient
        private let request: Request
        private var state = State.idle
        private var parser = EventParser()
        private var pending = ArraySlice<NumberedEvent>()

        init(client: ControlClient, request: Request) {
            (self.client, self.request) = (client, request)
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
                let response = try await client.open(request)
                let type = response.headers.first(name: "Content-Type") ?? "none"
                guard type.hasPrefix("text/event-stream") else {
                    throw client.unexpected(request, "its Content-Type is \(type)")
                }
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

        /// Nil for an event of a kind that this version does not know.
        private func event(_ message: EventParser.Message) throws -> NumberedEvent? {
            guard let id = message.id.flatMap({ Int($0) }) else {
                throw client.unexpected(request, "an event without a number")
            }
            do {
                guard let event = try Event(kind: message.kind, payload: Data(message.data)) else { return nil }
                return NumberedEvent(id: id, event: event)
            } catch {
                throw client.unexpected(request, "the event “\(message.kind)” cannot be read: \(error)")
            }
        }
    }
}
