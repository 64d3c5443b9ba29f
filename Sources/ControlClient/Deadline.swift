// SPDX-License-Identifier: Apache-2.0

/// The time for something is over.
struct DeadlineExceeded: Error {}

/// Does the work, or cancels it after some seconds and throws `DeadlineExceeded`.
func within<Result: Sendable>(
    seconds: Int, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw DeadlineExceeded()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
