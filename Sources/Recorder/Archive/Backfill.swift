// SPDX-License-Identifier: Apache-2.0
import DequeModule
import Media
import Synchronization
import Tasks
import Wire

/// Fetches fragments that live video did not deliver, a few at a time and within a rate limit.
///
/// Stores each batch in the order of capture, so that an outage results in few files.
final class Backfill: Sendable {
    private struct State {
        var queue: Deque<FragmentAnnouncement> = []
        var fetched: Int64 = 0
        var begun: ContinuousClock.Instant?
    }

    /// The number of concurrent requests, so that a fetch does not wait for each round trip.
    private static let together = 4
    /// The maximum size of a batch in bytes; a larger fragment is fetched alone.
    private static let bytesTogether = 64 << 20
    /// The maximum length of the queue: three days of fragments, in about 100 MB.
    private static let room = 1 << 18

    private let keeper: FragmentKeeper
    private let bytesPerSecond: Int?
    private let tell: @Sendable (Backlog?) async -> Void
    private let state = Mutex(State())
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let done = Pending<Void>()

    /// - Parameters:
    ///   - bytesPerSecond: the rate limit; nil for none.
    ///   - tell: called with the backlog, at most once a second; nil when the backlog is empty.
    init(_ keeper: FragmentKeeper, bytesPerSecond: Int?, tell: @escaping @Sendable (Backlog?) async -> Void) {
        (self.keeper, self.bytesPerSecond, self.tell) = (keeper, bytesPerSecond, tell)
    }

    /// Queues a fragment; the caller adds fragments in the order of capture.
    ///
    /// Waits while the queue is full, so that a camera with endless announcements cannot exhaust the memory.
    func add(_ announcement: FragmentAnnouncement) async throws {
        while state.withLock({ $0.queue.count >= Self.room }) { try await Task.sleep(for: .milliseconds(100)) }
        keeper.expect(announcement)
        state.withLock { state in
            state.queue.append(announcement)
            if state.begun == nil { (state.begun, state.fetched) = (.now, 0) }
        }
        signal.yield()
    }

    /// Ends the queue; returns when all fragments are processed.
    ///
    /// Throws `CancellationError` if the task is cancelled before: a recorder that is stopped has not fetched them.
    func finish() async throws {
        signal.finish()
        guard await done.value() != nil else { throw CancellationError() }
    }

    /// Fetches until `finish()`; throws when a request or the archive fails.
    func run() async throws {
        for await _ in signals { try await empty() }
        try Task.checkCancellation()
        try await empty()
        done.resolve(())
    }

    private func empty() async throws {
        var told = ContinuousClock.now
        var hasTold = false
        while let batch = nextBatch() {
            let start = ContinuousClock.now
            try await fetch(batch)
            let bytes = batch.reduce(0) { $0 + $1.bytes }
            state.withLock { state in
                state.queue.removeFirst(batch.count)
                state.fetched += Int64(bytes)
            }
            if .now - told > .seconds(1) {
                (told, hasTold) = (.now, true)
                await tell(backlog)
            }
            if let bytesPerSecond {
                let due = start + .seconds(1) * (Double(bytes) / Double(bytesPerSecond))
                try await Task.sleep(until: due, clock: .continuous)
            }
        }
        if hasTold { await tell(nil) }
    }

    /// The next batch; nil if the queue is empty, which also restarts the measurement of the rate.
    private func nextBatch() -> [FragmentAnnouncement]? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.begun = nil
                return nil
            }
            var bytes = 0
            let batch = state.queue.prefix(Self.together).prefix { announcement in
                bytes += announcement.bytes
                return bytes <= Self.bytesTogether
            }
            return Array(batch.isEmpty ? state.queue.prefix(1) : batch)
        }
    }

    private func fetch(_ batch: [FragmentAnnouncement]) async throws {
        let arrived = await withTaskGroup(of: (Int, Result<FragmentKeeper.Fetched, any Error>).self) { group in
            for (index, announcement) in batch.enumerated() {
                group.addTask { [self] in (index, await attempt(announcement)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // Stores the fragments before a failure, so that a link that breaks often makes progress too.
        var fetched: [(FragmentAnnouncement, FragmentKeeper.Fetched)] = []
        var failure: (any Error)?
        for (index, announcement) in batch.enumerated() where failure == nil {
            switch arrived[index] ?? .failure(CancellationError()) {
            case .success(let fragment): fetched.append((announcement, fragment))
            case .failure(let error): failure = error
            }
        }
        try await keeper.keep(fetched)
        if let failure { throw failure }
    }

    /// A separate function, because in a closure of `addTask`, Swift 6.3 with optimization loses the captured first element of a
    /// tuple whose second one is made by `try await`.
    private func attempt(_ announcement: FragmentAnnouncement) async -> Result<FragmentKeeper.Fetched, any Error> {
        do {
            return .success(try await keeper.fetch(announcement))
        } catch {
            return .failure(error)
        }
    }

    /// The remaining fragments, and the estimated time for them at the rate so far.
    private var backlog: Backlog? {
        state.withLock { state in
            guard let first = state.queue.first, let begun = state.begun else { return nil }
            let bytes = state.queue.reduce(Int64(0)) { $0 + Int64($1.bytes) }
            let rate = Double(state.fetched) / ((.now - begun) / .seconds(1))
            let ticks = state.queue.reduce(Int64(0)) {
                Bounds.Ticks.clamp($0 + $1.lastTick - $1.firstTick + $1.nominalInterval)
            }
            return Backlog(
                fragments: state.queue.count, bytes: bytes, duration: max(0, Tick(rawValue: ticks).nanoseconds),
                epoch: first.epoch, sequence: first.sequence,
                secondsLeft: rate > 0 ? Int(min(Double(bytes) / rate, 1e9).rounded(.up)) : nil)
        }
    }
}
