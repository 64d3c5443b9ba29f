// SPDX-License-Identifier: Apache-2.0
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
import CSimulator
import Foundation
import SystemPackage

// Simulator FROM COUNT [trace]: plays COUNT runs with the seeds from FROM; prints each failing seed and its errors. Deterministic
// hashing keeps the order of sets and dictionaries the same in each process.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    // Tasks of a killed node never resume and are never freed; the sanitizer would report them as leaks.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
    exit(70)
}
_createExecutors(factory: SimulatorExecutors.self)
simulator_on_dispatch { queue, block in
    guard let queue, let block else { return }
    Scheduler.shared.add(block, to: queue)
}
let arguments = CommandLine.arguments.dropFirst().map { $0 }
let first = arguments.first.flatMap { UInt64($0) } ?? 1
let count = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
let isTraced = arguments.contains("trace")
let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
let base = FilePath(folder).appending("longshot-simulator-\(getpid())")
// Created once per process and before the first run, so that its random numbers do not shift those of the run.
_ = SimulatedRecorder.camera
var failures = 0
for seed in first..<first + count {
    Scheduler.shared.reset(seed: seed)
    simulator_seed(seed)
    simulator_watch(nil)
    simulator_fail(0, 0, 0, 0)
    let outcome = Outcome()
    let run = Run(seed: seed, base: base, isTraced: isTraced)
    // Its own executor: otherwise the task would belong to the last node that resumed it, and be dropped with it.
    Task(executorPreference: OwnerExecutor(owner: Scheduler.world)) {
        do {
            outcome.problems = try await run.play()
        } catch {
            outcome.problems = ["the run broke: \(error)"]
        }
    }
    let isOver = Scheduler.shared.run(until: { outcome.problems != nil }, atMost: 3_000_000)
    let problems = isOver ? outcome.problems ?? [] : ["nothing can run any more, or too much does"]
    if isTraced { print("seed \(seed): \(Scheduler.shared.steps) steps") }
    guard !problems.isEmpty else { continue }
    failures += 1
    print("seed \(seed) fails: \(problems.joined(separator: "; "))")
}
try? FileManager.default.removeItem(atPath: base.string)
print("\(count) seeds from \(first), \(failures) fail")
exit(failures == 0 ? 0 : 1)
