// SPDX-License-Identifier: Apache-2.0
import Tasks
import UnixSignals

/// Ctrl-C for commands that talk to nodes or read archives: cancels the work, which may clean up.
enum Interruption {
    /// Runs work to its end, or cancels it at the first SIGINT or SIGTERM and throws `CancellationError`.
    ///
    /// - Parameter tidyUp: runs after cancelled work has ended, and is not cancelled itself.
    static func cancelling(
        _ work: @escaping @Sendable () async throws -> Void, tidyUp: @Sendable () async -> Void = {}
    ) async throws {
        do {
            try await run(work)
        } catch let error as CancellationError {
            await tidyUp()
            throw error
        }
    }

    private static func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let isDone = try await race(
            {
                try await work()
                return true
            },
            {
                for await _ in signals { return false }
                return true
            })
        guard isDone else { throw CancellationError() }
    }
}
