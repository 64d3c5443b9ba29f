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

/// A node's events, to any number of readers: each gets those since the one that it names, as far as kept.
///
/// A reader that does not keep up is cut off, harms nobody, and comes back with the last id that it saw.
package final class EventFeed: Sendable {
    private struct State {
        var lastID = 0
        var kept: [NumberedEvent] = []
        var readers: [Int: AsyncStream<NumberedEvent>.Continuation] = [:]
        var nextReader = 0
    }

    /// How many events are kept for readers that come back.
    package static let capacity = 2_048

    private let state = Mutex(State())

    /// A feed without events.
    package init() {}

    /// Tells every reader.
    package func publish(_ event: Event) {
        let late = state.withLock { state in
            state.lastID += 1
            let numbered = NumberedEvent(id: state.lastID, event: event)
            if state.kept.count >= EventFeed.capacity { state.kept.removeFirst(EventFeed.capacity / 8) }
            state.kept.append(numbered)
            let late = state.readers.filter { _, continuation in
                if case .dropped = continuation.yield(numbered) { true } else { false }
            }
            late.keys.forEach { state.readers[$0] = nil }
            return late.values
        }
        // Outside the lock: finishing calls back into it.
        late.forEach { $0.finish() }
    }

    /// The events after `last` that are still kept, then those to come.
    ///
    /// Nil means from now on.
    package func events(after last: Int? = nil) -> AsyncStream<NumberedEvent> {
        let policy = AsyncStream<NumberedEvent>.Continuation.BufferingPolicy.bufferingOldest(EventFeed.capacity * 2)
        let (stream, continuation) = AsyncStream.makeStream(of: NumberedEvent.self, bufferingPolicy: policy)
        let reader = state.withLock { state in
            if let last {
                // A feed that began again counts from 1 again: then nothing of it has been seen.
                let last = last > state.lastID ? 0 : last
                state.kept.filter { $0.id > last }.forEach { continuation.yield($0) }
            }
            state.nextReader += 1
            state.readers[state.nextReader] = continuation
            return state.nextReader
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers[reader] = nil }
        }
        return stream
    }

    /// Ends every reader's stream; the node stops.
    package func close() {
        let readers = state.withLock { state in
            defer { state.readers.removeAll() }
            return Array(state.readers.values)
        }
        readers.forEach { $0.finish() }
    }
}
