// SPDX-License-Identifier: Apache-2.0

/// Work that begins at some moment and must not outlive its node: each job is a child of `run()`.
///
/// What a node starts on request (a live session, a burst of stills, a transfer) has no scope of its own; this is it.
package final class Nursery: Sendable {
    private let jobs: AsyncStream<@Sendable () async -> Void>
    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    /// A nursery without jobs; they begin once `run()` does.
    package init() {
        (jobs, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1_024))
    }

    /// Begins a job; false when the nursery has ended or has too much to do, and the job will never run.
    package func begin(_ job: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = continuation.yield(job) { true } else { false }
    }

    /// Takes no more jobs; `run()` returns when the last one has.
    package func close() {
        continuation.finish()
    }

    /// Runs the jobs side by side.
    ///
    /// Cancelling it cancels them; it returns when all have ended.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask { await job() }
            }
            continuation.finish()
        }
    }
}
