// SPDX-License-Identifier: Apache-2.0

/// A value that will be there once, for one who waits.
package final class Pending<Value: Sendable>: Sendable {
    private let values: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    /// Nothing yet.
    package init() {
        (values, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Here it is; the first one counts.
    package func resolve(_ value: Value) {
        continuation.yield(value)
        continuation.finish()
    }

    /// The value; nil when the waiting task was cancelled.
    package func value() async -> Value? {
        for await value in values { return value }
        return nil
    }

    /// The value, or nil when it is not there in time.
    package func value(within patience: Duration) async -> Value? {
        try? await withTimeout(patience) { await self.value() }
    }
}
