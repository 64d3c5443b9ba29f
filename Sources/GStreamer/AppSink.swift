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

    /// Lends each buffer, in order, to `transform`, and hands what that makes of it to `body`, until the stream ends
    /// or the pipeline stops.
    ///
    /// Nil skips a buffer.
    ///
    /// Sleeps while there is nothing; several buffers that came meanwhile are one wake-up.
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
            // The last buffers may have come together with the end: look once more.
            ended = await wakeUps.next(isolation: #isolation) == nil
        }
    }

    /// Lends the next buffer, if one is there already; never waits.
    public func pull<Result>(_ body: (borrowing Sample) throws -> Result) rethrows -> Result? {
        guard let pointer = gst_app_sink_try_pull_sample(element.reference.cast(to: GstAppSink.self), 0) else {
            return nil
        }
        let sample = Sample(owned: pointer)
        return try body(sample)
    }
}
