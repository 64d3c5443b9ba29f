// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// An event with its place in a node's feed.
package struct NumberedEvent: Sendable, Equatable {
    /// Grows by one with each event of the feed, from 1: the `id` field, and `Last-Event-ID`.
    package let id: Int
    /// What happened.
    package let event: Event

    /// Puts an event in its place.
    package init(id: Int, event: Event) {
        (self.id, self.event) = (id, event)
    }
}

/// A node's events for any number of readers: each gets the events after the id that it names, as far as they are kept.
///
/// The feed disconnects a reader that does not keep up, without harm to others; the reader reconnects with the last id that it saw.
///
/// Calls no continuation while it holds the mutex, because that deadlocks: the cancellation of a task holds the lock that `yield`
/// needs to resume that task, and runs `onTermination`, which takes the mutex.
package final class EventFeed: Sendable {
    private typealias Continuation = AsyncStream<NumberedEvent>.Continuation

    private struct Reader {
        let continuation: Continuation
        /// The id of the last event that the reader was given.
        var last: Int
    }

    private struct State {
        var lastID = 0
        var kept: [NumberedEvent] = []
        var readers: [Int: Reader] = [:]
        var nextReader = 0
        var isClosed = false
        /// One thread delivers at a time, so that each reader gets the events in their order.
        var isDelivering = false

        /// Whether the caller is the one that delivers now.
        mutating func beginDelivery() -> Bool {
            defer { isDelivering = true }
            return !isDelivering
        }

        /// The events to deliver; nil, and the end of the delivery, when every reader has everything.
        mutating func takeDeliveries() -> [Delivery]? {
            let (lastID, isClosed, oldest) = (lastID, isClosed, kept.first?.id ?? 0)
            let behind = readers.filter { isClosed || $0.value.last < lastID }
            guard !behind.isEmpty else {
                isDelivering = false
                return nil
            }
            return behind.map { id, reader in
                readers[id]?.last = lastID
                // Ids have no holes: a reader whose next event is no longer kept is too late.
                let isLate = reader.last < lastID && reader.last + 1 < oldest
                let events = kept.suffix(isLate ? 0 : lastID - reader.last)
                return Delivery(
                    reader: id, continuation: reader.continuation, events: events, isLast: isClosed || isLate)
            }
        }
    }

    private struct Delivery {
        let reader: Int
        let continuation: Continuation
        let events: ArraySlice<NumberedEvent>
        let isLast: Bool
    }

    /// The number of events kept for readers that reconnect.
    package static let capacity = 2_048

    private let state = Mutex(State())

    /// A feed without events.
    package init() {}

    /// Publishes an event to every reader; never waits for one.
    package func publish(_ event: Event) {
        state.withLock { state in
            state.lastID += 1
            if state.kept.count >= EventFeed.capacity { state.kept.removeFirst(EventFeed.capacity / 8) }
            state.kept.append(NumberedEvent(id: state.lastID, event: event))
        }
        deliver()
    }

    /// The events after `last` that are still kept, then those to come.
    ///
    /// Nil means from now on.
    package func events(after last: Int? = nil) -> AsyncStream<NumberedEvent> {
        let policy = Continuation.BufferingPolicy.bufferingOldest(EventFeed.capacity * 2)
        let (stream, continuation) = AsyncStream.makeStream(of: NumberedEvent.self, bufferingPolicy: policy)
        let reader = state.withLock { state in
            var last = last ?? state.lastID
            // A feed that was restarted counts from 1 again: the reader has seen none of it.
            if last > state.lastID { last = 0 }
            if let oldest = state.kept.first { last = max(last, oldest.id - 1) }
            state.nextReader += 1
            state.readers[state.nextReader] = Reader(continuation: continuation, last: last)
            return state.nextReader
        }
        continuation.onTermination = { [weak self] _ in self?.remove(reader) }
        deliver()
        return stream
    }

    /// Ends every reader's stream after the events published so far; called when the node stops.
    package func close() {
        state.withLock { $0.isClosed = true }
        deliver()
    }

    /// Delivers outstanding events, unless another thread does so already; that thread then delivers these, too.
    private func deliver() {
        guard state.withLock({ $0.beginDelivery() }) else { return }
        while let deliveries = state.withLock({ $0.takeDeliveries() }) {
            for delivery in deliveries {
                let hasRoom = delivery.events.allSatisfy { event in
                    if case .dropped = delivery.continuation.yield(event) { false } else { true }
                }
                guard delivery.isLast || !hasRoom else { continue }
                remove(delivery.reader)
                delivery.continuation.finish()
            }
        }
    }

    private func remove(_ reader: Int) {
        // Releases the removed value outside the lock: the end of a continuation calls back.
        _ = state.withLock { $0.readers.removeValue(forKey: reader) }
    }
}
