// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

/// Something that shows one moment.
protocol Captured: Sendable {
    /// When it was captured, on the monotonic clock in nanoseconds.
    var capturedAt: Int64 { get }
    /// How much memory it holds, in bytes.
    var size: Int { get }
}

/// The last pictures of a camera, for stills of a moment that has passed.
final class MomentRing<Picture: Captured>: Sendable {
    /// A picture, and whether the press lay outside what the ring holds.
    struct Pick: Sendable {
        let picture: Picture
        let clamped: Bool
    }

    private struct State {
        var pictures: [Picture] = []
        var newest: Int64 = .min
        var interval: Int64 = 0
        var waiters: [(press: Int64, arrival: Pending<Void>)] = []
    }

    /// What a ring need not be longer than, whatever memory it may have, in nanoseconds.
    private let enough: Int64 = 300_000_000
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the ring's size in bytes; it holds at least two pictures unless it is 0.
    init(limit: Int) {
        self.limit = limit
    }

    /// Keeps a picture, and lets go of the oldest.
    func keep(_ picture: Picture) {
        guard limit > 0 else { return }
        let due = state.withLock { state in
            if state.newest != .min { state.interval = picture.capturedAt - state.newest }
            state.newest = picture.capturedAt
            state.pictures.append(picture)
            let byTime = state.interval > 0 ? Int(enough / state.interval) + 1 : 2
            let wanted = max(2, min(limit / max(1, picture.size), byTime))
            state.pictures.removeFirst(max(0, state.pictures.count - wanted))
            let due = state.waiters.filter { $0.press <= picture.capturedAt }
            state.waiters.removeAll { $0.press <= picture.capturedAt }
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

    /// The picture whose capture time is nearest to the press, on the monotonic clock in nanoseconds.
    ///
    /// Waits for the first one behind the press, a second at the most; nil when the ring is empty.
    func nearest(to press: Int64) async -> Pick? {
        await waitForPicture(at: press)
        return state.withLock { state in
            guard
                let nearest = state.pictures.min(by: { abs($0.capturedAt - press) < abs($1.capturedAt - press) }),
                let oldest = state.pictures.first?.capturedAt
            else { return nil }
            let clamped = press < oldest - state.interval || press > state.newest + max(state.interval, 1)
            return Pick(picture: nearest, clamped: clamped)
        }
    }

    private func waitForPicture(at press: Int64) async {
        let arrival: Pending<Void>? = state.withLock { state in
            guard let newest = state.pictures.last?.capturedAt, press > newest else { return nil }
            guard press - newest < 2_000_000_000 else { return nil }
            let arrival = Pending<Void>()
            state.waiters.append((press, arrival))
            return arrival
        }
        _ = await arrival?.value(within: .seconds(1))
    }
}
