// SPDX-License-Identifier: Apache-2.0

/// Runs works side by side and cancels the others when the first one ends.
///
/// Returns or throws what the first one did, once all have ended.
package func race<Value: Sendable>(_ works: (@Sendable () async throws -> Value)...) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for work in works { group.addTask { try await work() } }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

/// Runs works side by side until one of them gives a value or throws; then cancels the others.
///
/// Returns nil if all have ended without a value.
package func firstValue<Value: Sendable>(
    of works: (@Sendable () async throws -> Value?)...
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        for work in works { group.addTask { try await work() } }
        defer { group.cancelAll() }
        while let value = try await group.next() {
            if let value { return value }
        }
        return nil
    }
}

/// The time limit of a work is over.
package struct TimedOut: Error {}

/// Runs a work; cancels it after a while and throws `TimedOut`.
package func withTimeout<Value: Sendable>(
    _ limit: Duration, clock: some Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await race(
        work,
        {
            try await clock.sleep(for: limit)
            throw TimedOut()
        })
}
