// SPDX-License-Identifier: Apache-2.0
import Media
import Synchronization
import Tasks
import Wire

/// Fetches what live video could not bring, while live video goes on: some fragments at a time, no faster than allowed.
///
/// What is fetched together is kept in the order of capture, so that an outage becomes few files.
final class Backfill: Sendable {
    private struct State {
        var queue: [FragmentAnnouncement] = []
        var fetched: Int64 = 0
        var begun: ContinuousClock.Instant?
    }

    /// So many requests are on their way together: the next one need not wait for the answer to the last.
    private static let together = 4
    /// So many bytes are asked for together at the most, or one fragment.
    private static let bytesTogether = 64 << 20
    /// So many fragments wait at the most: three days of them, in about 100 MB.
    private static let room = 1 << 18

    private let keeper: FragmentKeeper
    private let bytesPerSecond: Int?
    private let tell: @Sendable (Backlog?) async -> Void
    private let state = Mutex(State())
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let done = Pending<Void>()

    /// - Parameters:
    ///   - bytesPerSecond: what it may take of the link at the most; nil for all.
    ///   - tell: hears now and then how much is left; nil when nothing is.
    init(_ keeper: FragmentKeeper, bytesPerSecond: Int?, tell: @escaping @Sendable (Backlog?) async -> Void) {
        (self.keeper, self.bytesPerSecond, self.tell) = (keeper, bytesPerSecond, tell)
    }

    /// Wants a fragment; they are to be named in the order of capture.
    ///
    /// Waits while too many wait already, so that a camera that announces without end does not fill the memory.
    func add(_ announcement: FragmentAnnouncement) async throws {
        while state.withLock({ $0.queue.count >= Self.room }) { try await Task.sleep(for: .milliseconds(100)) }
        keeper.expect(announcement)
        state.withLock { state in
            state.queue.append(announcement)
            if state.begun == nil { (state.begun, state.fetched) = (.now, 0) }
        }
        signal.yield()
    }

    /// Wants no more; returns when all are there.
    func finish() async {
        signal.finish()
        await done.value()
    }

    /// Fetches until `finish`; throws when the camera cannot be asked any more.
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

    /// What is to be fetched next; nil when nothing is, and with it the measure of the rate begins anew.
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
                group.addTask { [keeper] in
                    do {
                        return (index, .success(try await keeper.fetch(announcement)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // What lies in front of a failure is stored all the same: a link that breaks often gets on, too.
        var fetched: [(FragmentAnnouncement, FragmentKeeper.Fetched)] = []
        for (index, announcement) in batch.enumerated() {
            guard case .success(let fragment) = arrived[index] else { break }
            fetched.append((announcement, fragment))
        }
        try await keeper.keep(fetched)
        if fetched.count < batch.count, case .failure(let error) = arrived[fetched.count] { throw error }
    }

    /// What is left, and how long it will take at the rate so far.
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
