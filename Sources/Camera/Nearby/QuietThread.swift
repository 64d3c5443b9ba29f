// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// A thread of low priority that runs an actor's jobs, one at a time; it begins with the first job and stays.
///
/// Detection takes tens of milliseconds of a core for each picture. With this priority the encoder goes first when all cores are busy.
final class QuietThread: SerialExecutor {
    /// The niceness (0 is usual, 19 the most).
    private static let niceness: Int32 = 10

    private let jobs = Mutex<(isRunning: Bool, queue: [UnownedJob])>((false, []))
    private let bell = DispatchSemaphore(value: 0)
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.withLock { jobs in
            jobs.queue.append(job)
            defer { jobs.isRunning = true }
            return !jobs.isRunning
        }
        bell.signal()
        guard isFirst else { return }
        Thread { [self] in run() }.start()
    }

    private func run() {
        Thread.current.name = name
        // On Linux a thread has a niceness of its own; 0 is the calling one.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        while true {
            bell.wait()
            guard let job = jobs.withLock({ $0.queue.isEmpty ? nil : $0.queue.removeFirst() }) else { continue }
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
