// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The end of a pipeline, where one consumer at a time receives its buffers.
///
/// The pipeline text sets the limit of its queue (`max-buffers`, `drop`): without `drop`, a full sink blocks its pipeline.
public struct AppSink: Sendable {
    /// The sink as an element.
    public let element: Element
    private let arrivals: Arrivals

    init(_ element: Element, arrivals: Arrivals) {
        self.element = element
        self.arrivals = arrivals
    }

    /// Passes each buffer, in order, to `transform` and the result to `body`, until the stream ends or the pipeline stops.
    ///
    /// A nil result skips the buffer. Suspends while there are no buffers; several that arrive meanwhile cause one wake-up.
    public func forEach<Value>(
        _ transform: (borrowing Sample) throws -> Value?,
        perform body: (Value) async throws -> Void
    ) async throws {
        var ended = false
        var wakeUps = arrivals.wakeUps.makeAsyncIterator()
        while true {
            while let pulled = try pull(transform) {
                if let value = pulled { try await body(value) }
            }
            if ended { return }
            // The last buffers may have arrived together with the end, so this pulls once more.
            ended = await wakeUps.next(isolation: #isolation) == nil
        }
    }

    /// Passes the next buffer to `body`, if one is there already; never waits.
    public func pull<Result>(_ body: (borrowing Sample) throws -> Result) rethrows -> Result? {
        guard let pointer = gst_app_sink_try_pull_sample(element.reference.cast(to: GstAppSink.self), 0) else {
            return nil
        }
        let sample = Sample(owned: pointer)
        return try body(sample)
    }
}
