// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs an actor's blocking jobs one at a time, outside the cooperative thread pool.
///
/// The cooperative pool has only one thread per core, so a job that waits there for `fdatasync` or a driver stalls
/// unrelated tasks. (On Linux a `DispatchQueue` is not itself an executor.)
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor; the label names its queue.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Queues a job.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The queue keeps the executor alive until the job has run, which is what `unowned` asks for.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps if the caller does not run on this executor.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs a function on this executor, for code that has no actor yet, such as an actor's initializer.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
