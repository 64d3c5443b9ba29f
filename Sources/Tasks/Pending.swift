// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A value that is set once, for any number of waiting tasks.
package final class Pending<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [Int: AsyncStream<Value>.Continuation] = [:]
        /// How many tasks have waited.
        var count = 0
    }

    private let state = Mutex(State())

    /// Creates it without a value.
    package init() {}

    /// Sets the value; later calls have no effect.
    package func resolve(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [AsyncStream<Value>.Continuation]() }
            state.value = value
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield(value) }
    }

    /// Waits for the value; nil if the waiting task is cancelled.
    package func value() async -> Value? {
        let (values, waiter) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingOldest(1))
        let (present, number) = state.withLock { state in
            if state.value == nil {
                state.count += 1
                state.waiters[state.count] = waiter
            }
            return (state.value, state.count)
        }
        if let present { return present }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: number) } }
        return await values.first { _ in true }
    }

    /// Waits for the value; nil after a timeout, or if the waiting task is cancelled.
    package func value(within patience: Duration) async -> Value? {
        try? await withTimeout(patience) { await self.value() }
    }
}
