// SPDX-License-Identifier: Apache-2.0

/// Runs jobs that begin at any time and must not outlive their node: each is a child task of `run()`.
///
/// Work that a node starts on request (a live session, a burst of stills, a transfer) has no task scope of its own; this is it.
package final class Nursery: Sendable {
    private let jobs: AsyncStream<@Sendable () async -> Void>
    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    /// A nursery without jobs; they start once `run()` is called.
    package init() {
        (jobs, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1_024))
    }

    /// Starts a job; false if the nursery has ended or its queue is full, and the job will never run.
    package func begin(_ job: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = continuation.yield(job) { true } else { false }
    }

    /// Accepts no more jobs; `run()` returns after the last one.
    package func close() {
        continuation.finish()
    }

    /// Runs the jobs concurrently.
    ///
    /// Cancelling `run()` cancels the jobs; it returns when all have ended.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask { await job() }
            }
            continuation.finish()
        }
    }
}
