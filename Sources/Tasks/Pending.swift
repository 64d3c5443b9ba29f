// SPDX-License-Identifier: Apache-2.0

/// A value that is set once, for one waiting task.
package final class Pending<Value: Sendable>: Sendable {
    private let values: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    /// Creates it without a value.
    package init() {
        (values, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Sets the value; later calls have no effect.
    package func resolve(_ value: Value) {
        continuation.yield(value)
        continuation.finish()
    }

    /// Waits for the value; nil if the waiting task is cancelled.
    package func value() async -> Value? {
        for await value in values { return value }
        return nil
    }

    /// Waits for the value; nil after a timeout, or if the waiting task is cancelled.
    package func value(within patience: Duration) async -> Value? {
        try? await withTimeout(patience) { await self.value() }
    }
}
