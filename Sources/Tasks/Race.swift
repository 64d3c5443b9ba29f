// SPDX-License-Identifier: Apache-2.0

/// Runs functions concurrently and cancels the others when the first one ends.
///
/// Returns or throws the outcome of the first, after all have ended.
package func race<Value: Sendable>(_ works: (@Sendable () async throws -> Value)...) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for work in works { group.addTask { try await work() } }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

/// Runs functions concurrently until one of them returns a value or throws, and then cancels the others.
///
/// Returns nil if all end without a value.
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

/// A function did not end within its time limit.
package struct TimedOut: Error, CustomStringConvertible {
    /// The text that a user reads about the node that had to answer.
    package var description: String { "it has not answered in time" }
}

/// Runs a function; cancels it after the limit and throws `TimedOut`.
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
