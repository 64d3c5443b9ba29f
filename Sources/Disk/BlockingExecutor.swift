// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs an actor's jobs one at a time on threads of its own, because they wait for disks or drivers.
///
/// The threads of the cooperative pool are as few as the processor's cores; a job that waits for `fdatasync`
/// there stops everything else. (Dispatch's own queues are no executors on Linux.)
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// An executor whose thread has a name.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Takes on a job.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The queue keeps the executor alive until the job has run, which is what `unowned` asks for.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps anywhere else than here.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs a function here before there is an actor to run it in.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
