// SPDX-License-Identifier: Apache-2.0
import UnixSignals

/// Ctrl-C for commands that talk to nodes or read archives: the work is cancelled and may tidy up.
enum Interruption {
    /// Runs work until it is done, or cancels it at the first SIGINT or SIGTERM and throws `CancellationError`.
    ///
    /// - Parameter tidyUp: runs after the work has ended by cancellation, and is not cancelled itself.
    static func cancelling(
        _ work: @escaping @Sendable () async throws -> Void, tidyUp: @Sendable () async -> Void = {}
    ) async throws {
        do {
            try await race(work)
        } catch let error as CancellationError {
            await tidyUp()
            throw error
        }
    }

    private static func race(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await work()
                return true
            }
            group.addTask {
                for await _ in signals { return false }
                return true
            }
            defer { group.cancelAll() }
            guard try await group.next() == true else {
                group.cancelAll()
                _ = try? await group.next()
                throw CancellationError()
            }
        }
    }
}
