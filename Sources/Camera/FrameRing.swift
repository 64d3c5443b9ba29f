// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Synchronization
import Wire

/// The last raw frames: shared with the pipeline where its pool can make others, copied out of a driver's pool, so
/// that capture never starves.
final class FrameRing: Sendable {
    /// A frame, and whether the press lay outside what the ring holds.
    struct Pick: Sendable {
        let frame: RawFrame
        let source: Still.Source
        let clamped: Bool
    }

    private struct State {
        var frames: [RawFrame] = []
        var newest: Int64 = .min
        var interval: Int64 = 0
        var waiters: [(press: Int64, arrival: Pending<Void>)] = []
    }

    /// What a ring need not be longer than, whatever memory it may have.
    static let enough: Int64 = 300_000_000

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the ring's size in bytes; it holds at least two frames unless it is 0.
    init(limit: Int) {
        self.limit = limit
    }

    /// Fills the ring from a sink until the stream ends.
    func fill(from sink: AppSink, epoch: Int, base: @escaping () -> Int64?) async throws {
        guard limit > 0 else { return }
        clear()
        try await sink.forEach(
            { sample -> Void? in
                if let base = base(), let frame = RawFrame(sample, base: base, epoch: epoch) { store(frame) }
                return nil
            }, perform: { _ in })
    }

    private func store(_ frame: RawFrame) {
        let due = state.withLock { state in
            if state.newest != .min { state.interval = frame.capturedAt - state.newest }
            state.newest = frame.capturedAt
            state.frames.append(frame)
            let byTime = state.interval > 0 ? Int(FrameRing.enough / state.interval) + 1 : 2
            let wanted = max(2, min(limit / max(1, frame.picture.count), byTime))
            state.frames.removeFirst(max(0, state.frames.count - wanted))
            let due = state.waiters.filter { $0.press <= frame.capturedAt }
            state.waiters.removeAll { $0.press <= frame.capturedAt }
            return due
        }
        due.forEach { $0.arrival.resolve(()) }
    }

    /// Forgets everything: another epoch begins.
    func clear() {
        let waiters = state.withLock { state in
            defer { state = State() }
            return state.waiters
        }
        waiters.forEach { $0.arrival.resolve(()) }
    }

    /// The frame whose capture time is nearest to the press, on the monotonic clock in nanoseconds.
    ///
    /// Waits for the first frame behind the press, a second at the most; nil when the ring is empty.
    func nearest(to press: Int64) async -> Pick? {
        await waitForFrame(at: press)
        return state.withLock { state in
            guard
                let frame = state.frames.min(by: { abs($0.capturedAt - press) < abs($1.capturedAt - press) }),
                let oldest = state.frames.first?.capturedAt
            else { return nil }
            let clamped = press < oldest - state.interval || press > state.newest + max(state.interval, 1)
            return Pick(frame: frame, source: .ring, clamped: clamped)
        }
    }

    private func waitForFrame(at press: Int64) async {
        let arrival: Pending<Void>? = state.withLock { state in
            guard !state.frames.isEmpty, press > state.newest, press - state.newest < 2_000_000_000 else { return nil }
            let arrival = Pending<Void>()
            state.waiters.append((press, arrival))
            return arrival
        }
        _ = await arrival?.value(within: .seconds(1))
    }
}
