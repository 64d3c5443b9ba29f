// SPDX-License-Identifier: Apache-2.0
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
import CSimulator

/// Runs every task and every serial-queue block of the process on one thread, in an order that follows from the seed.
///
/// Time is virtual: it moves to the end of the next sleep when nothing else can run. Each job belongs to an owner: one life of a
/// node, or the world outside. A killed owner's jobs are dropped at any point, like those of a killed process.
final class Scheduler: @unchecked Sendable {
    private enum Work {
        case job(UnownedJob, UnownedTaskExecutor)
        case block(UnsafeMutableRawPointer, UnsafeMutableRawPointer)
    }

    private struct Entry {
        let owner: Int
        let work: Work

        var queue: UnsafeMutableRawPointer? {
            if case .block(let queue, _) = work { queue } else { nil }
        }
    }

    private struct Timer {
        let due: Int64
        let serial: Int
        let entry: Entry
    }

    static let shared = Scheduler()
    /// The owner of everything outside of the nodes: the network and the script.
    static let world = 0
    /// The start of virtual time, in nanoseconds.
    static let beginning: Int64 = 1_000_000_000_000

    private var ready: [Entry] = []
    private var head = 0
    private var timers: [Timer] = []
    private var serial = 0
    private var lives = 0
    private var dead: Set<Int> = []
    private var dice = Dice(0)
    /// The number of ready jobs among which the next one is drawn.
    private var width = 1
    /// The owner of the running job.
    private(set) var owner = Scheduler.world
    /// The owner whose disk calls can fail.
    var faulty: Int? {
        didSet { simulator_enable(faulty == owner ? 1 : 0) }
    }
    /// Virtual time in nanoseconds.
    private(set) var now = Scheduler.beginning
    /// The number of jobs that have run.
    private(set) var steps = 0

    /// Resets the scheduler and virtual time for a run.
    func reset(seed: UInt64) {
        (ready, head, timers, dead, now, steps) = ([], 0, [], [], Self.beginning, 0)
        dice = Dice(seed)
        width = [1, 1, 2, 5][dice.below(4)]
        (owner, faulty) = (Self.world, nil)
        simulator_set_now(now)
    }

    /// Creates an owner.
    func birth() -> Int {
        lives += 1
        return lives
    }

    /// Drops the jobs of an owner, now and later.
    func kill(_ owner: Int) {
        dead.insert(owner)
        if faulty == owner { faulty = nil }
    }

    func add(_ job: UnownedJob, on executor: UnownedTaskExecutor, of owner: Int) {
        add(Entry(owner: owner, work: .job(job, executor)))
    }

    func add(_ block: UnsafeMutableRawPointer, to queue: UnsafeMutableRawPointer) {
        add(Entry(owner: owner, work: .block(queue, block)))
    }

    func add(_ job: UnownedJob, on executor: UnownedTaskExecutor, of owner: Int, at due: Int64) {
        serial += 1
        let timer = Timer(due: max(due, now), serial: serial, entry: Entry(owner: owner, work: .job(job, executor)))
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].due > timer.due { low = middle + 1 } else { high = middle }
        }
        timers.insert(timer, at: low)
    }

    private func add(_ entry: Entry) {
        if !dead.contains(entry.owner) { ready.append(entry) }
    }

    /// Runs until the condition holds, no job can run, or the limit of steps is reached; returns whether the condition holds.
    func run(until isDone: () -> Bool, atMost limit: Int) -> Bool {
        while !isDone() {
            guard steps < limit, let entry = next() else { return false }
            steps += 1
            owner = entry.owner
            if faulty != nil { simulator_enable(faulty == owner ? 1 : 0) }
            switch entry.work {
            case .job(let job, let executor): job.runSynchronously(on: executor)
            case .block(_, let block): simulator_run_block(block)
            }
            owner = Self.world
            simulator_enable(0)
        }
        return true
    }

    private func next() -> Entry? {
        while true {
            if head < ready.count {
                var index = head
                if width > 1 { index += dice.below(min(width, ready.count - head)) }
                // A serial queue keeps its order.
                if let queue = ready[index].queue {
                    index = (head...index).first { ready[$0].queue == queue } ?? index
                }
                let entry = ready[index]
                if index == head {
                    head += 1
                } else {
                    ready.remove(at: index)
                }
                if head > 1_024 {
                    ready.removeFirst(head)
                    head = 0
                }
                if !dead.contains(entry.owner) { return entry }
                continue
            }
            (ready, head) = ([], 0)
            guard let timer = timers.popLast() else { return nil }
            now = max(now, timer.due)
            simulator_set_now(now)
            if !dead.contains(timer.entry.owner) { return timer.entry }
        }
    }
}

/// Runs the tasks of one owner; child tasks inherit it.
final class OwnerExecutor: TaskExecutor, SchedulingExecutor {
    let owner: Int

    init(owner: Int) { self.owner = owner }

    func enqueue(_ job: consuming ExecutorJob) {
        Scheduler.shared.add(UnownedJob(job), on: asUnownedTaskExecutor(), of: owner)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        Scheduler.shared.add(
            UnownedJob(job), on: asUnownedTaskExecutor(), of: owner, at: due(instant, clock))
    }
}

/// Runs all other tasks; they belong to the owner that created or resumed them.
final class DefaultExecutor: TaskExecutor, SchedulingExecutor, MainExecutor {
    static let shared = DefaultExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        Scheduler.shared.add(UnownedJob(job), on: asUnownedTaskExecutor(), of: Scheduler.shared.owner)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        Scheduler.shared.add(
            UnownedJob(job), on: asUnownedTaskExecutor(), of: Scheduler.shared.owner, at: due(instant, clock))
    }

    func run() throws {}
    func stop() {}
    func checkIsolated() {}
}

/// Makes the scheduler the default executor of the process.
struct SimulatorExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { DefaultExecutor.shared }
    static var defaultExecutor: any TaskExecutor { DefaultExecutor.shared }
}

/// The virtual time at which a sleep ends, in nanoseconds.
private func due<C: Clock>(_ instant: C.Instant, _ clock: C) -> Int64 {
    guard let left = clock.now.duration(to: instant) as? Duration else { return Scheduler.shared.now }
    let (seconds, attoseconds) = left.components
    return Scheduler.shared.now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
}
