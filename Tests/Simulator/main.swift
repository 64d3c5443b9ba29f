// SPDX-License-Identifier: Apache-2.0
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
import CSimulator
import Foundation
import SystemPackage

// Simulator FROM COUNT [trace]: plays runs with the seeds from FROM on; prints each seed that fails, and why.
// The order of sets and dictionaries must not differ from process to process.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    // The tasks of a killed node never go on and are never freed: for the sanitizer they would be leaks.
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
// Made once for each process: what it draws must not shift what the first run draws.
_ = SimulatedRecorder.camera
var failures = 0
for seed in first..<first + count {
    Scheduler.shared.reset(seed: seed)
    simulator_seed(seed)
    simulator_watch(nil)
    simulator_fail(0, 0, 0, 0)
    let outcome = Outcome()
    let run = Run(seed: seed, base: base, isTraced: isTraced)
    // Its own executor: otherwise it would belong to the node that answered it last, and die with that.
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
