// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Synchronization
import Wire

/// The last raw frames, copied out of the driver's pool so that capture never starves.
///
/// The memory is allocated once and used again: a slot is overwritten in place unless a still is holding it.
final class FrameRing: Sendable {
    /// A frame, and whether the press lay outside what the ring holds.
    struct Pick: Sendable {
        let frame: RawFrame
        let source: Still.Source
        let clamped: Bool
    }

    private struct State {
        var slots: [RawFrame] = []
        var next = 0
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
        var known = RawFrame()
        try await sink.forEach(
            { sample -> Bool? in
                guard let base = base(), let time = sample.runningTime else { return nil }
                if known.bytes.count != sample.count || known.caps.isEmpty {
                    known = RawFrame(
                        caps: sample.caps, width: sample.integer("width") ?? 0, height: sample.integer("height") ?? 0,
                        epoch: epoch, bytes: [])
                }
                let late = store(sample, capturedAt: base + time, like: known)
                late.forEach { $0.resolve(()) }
                return nil
            }, perform: { _ in })
    }

    private func store(
        _ sample: borrowing Sample, capturedAt time: Int64, like known: RawFrame
    ) -> [Pending<Void>] {
        state.withLock { state in
            if state.newest != .min { state.interval = time - state.newest }
            let size = max(1, sample.count)
            let byTime = state.interval > 0 ? Int(FrameRing.enough / state.interval) + 1 : 2
            let wanted = max(2, min(limit / size, byTime))
            if state.slots.count < wanted, state.next == state.slots.count || state.slots.isEmpty {
                state.slots.append(known)
                state.next = state.slots.count - 1
            } else if state.next >= state.slots.count {
                state.next = 0
            }
            let slot = state.next
            state.slots[slot].caps = known.caps
            (state.slots[slot].width, state.slots[slot].height) = (known.width, known.height)
            (state.slots[slot].capturedAt, state.slots[slot].epoch) = (time, known.epoch)
            sample.copy(into: &state.slots[slot].bytes)
            state.next = slot + 1
            state.newest = time
            let due = state.waiters.filter { $0.press <= time }
            state.waiters.removeAll { $0.press <= time }
            return due.map(\.arrival)
        }
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
                let frame = state.slots.min(by: { abs($0.capturedAt - press) < abs($1.capturedAt - press) }),
                let oldest = state.slots.map(\.capturedAt).min()
            else { return nil }
            let clamped = press < oldest - state.interval || press > state.newest + max(state.interval, 1)
            return Pick(frame: frame, source: .ring, clamped: clamped)
        }
    }

    private func waitForFrame(at press: Int64) async {
        let arrival: Pending<Void>? = state.withLock { state in
            guard !state.slots.isEmpty, press > state.newest, press - state.newest < 2_000_000_000 else { return nil }
            let arrival = Pending<Void>()
            state.waiters.append((press, arrival))
            return arrival
        }
        _ = await arrival?.value(within: .seconds(1))
    }
}
