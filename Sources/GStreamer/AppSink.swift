// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Where buffers leave a pipeline, one consumer at a time.
///
/// The bound is the sink's own, written in the pipeline text (`max-buffers`, `drop`): a sink that may not drop
/// blocks its pipeline while it is full.
public struct AppSink: Sendable {
    /// The sink as an element.
    public let element: Element
    private let arrivals: Arrivals

    init(_ element: Element, arrivals: Arrivals) {
        self.element = element
        self.arrivals = arrivals
    }

    /// What `transform` makes of each buffer that it is lent, in order, until the stream ends or the pipeline stops.
    ///
    /// `transform` runs on the task that iterates; nil skips a buffer.
    public func values<Value: Sendable>(
        _ transform: @escaping @Sendable (borrowing Sample) throws -> Value?
    ) -> Values<Value> {
        Values(sink: self, transform: transform)
    }

    /// Lends the next buffer, if one is there already; never waits.
    public func pull<Result>(_ body: (borrowing Sample) throws -> Result) rethrows -> Result? {
        guard let pointer = gst_app_sink_try_pull_sample(element.reference.cast(to: GstAppSink.self), 0) else {
            return nil
        }
        let sample = Sample(owned: pointer)
        return try body(sample)
    }

    /// The values that a consumer iterates.
    public struct Values<Value: Sendable>: AsyncSequence {
        let sink: AppSink
        let transform: @Sendable (borrowing Sample) throws -> Value?

        /// Makes the one iterator.
        public func makeAsyncIterator() -> Iterator {
            Iterator(sink: sink, transform: transform, wakeUps: sink.arrivals.wakeUps.makeAsyncIterator())
        }

        /// Pulls while there is something, then sleeps until there is more.
        public struct Iterator: AsyncIteratorProtocol {
            let sink: AppSink
            let transform: @Sendable (borrowing Sample) throws -> Value?
            var wakeUps: AsyncStream<Void>.Iterator
            var ended = false

            /// The next value; nil at the end. Throws what `transform` throws.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
                while true {
                    while let pulled = try sink.pull({ sample in try transform(sample) }) {
                        if let value = pulled { return value }
                    }
                    if ended { return nil }
                    // The last buffers may have come together with the end: look once more.
                    ended = await wakeUps.next(isolation: actor) == nil
                }
            }
        }
    }
}
