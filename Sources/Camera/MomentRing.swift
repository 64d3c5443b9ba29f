// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

/// Something that shows one moment.
protocol Captured: Sendable {
    /// When it was captured, on the monotonic clock in nanoseconds.
    var capturedAt: Int64 { get }
    /// How much memory it holds, in bytes.
    var size: Int { get }
}

/// The last pictures of a camera, for stills of a moment that has passed, and the next one for those who wait.
///
/// Without memory it keeps none, and those who wait still get the first one after their press.
final class MomentRing<Picture: Captured>: Sendable {
    /// A picture for a press.
    struct Pick: Sendable {
        let picture: Picture
        /// Whether the press lay outside what the ring holds.
        let clamped: Bool
        /// Whether it came after the press, and had to be waited for.
        let isNext: Bool
    }

    /// What a ring holds.
    struct Holdings: Sendable {
        /// Whether somebody fills it.
        var isFed = false
        var newest: Picture?
        var frames = 0
        var bytes = 0
        /// From the oldest to the newest, in nanoseconds.
        var reach: Int64 = 0
    }

    private struct State {
        var pictures: [Picture] = []
        var bytes = 0
        var newest: Int64 = .min
        var interval: Int64 = 0
        var isFed = false
        var waiters: [(press: Int64, arrival: Pending<Picture?>)] = []
    }

    /// The longest reach that a ring needs, whatever memory it may have, in nanoseconds.
    ///
    /// A viewer on a slow link sees the picture of a second ago, and takes some tenths of a second to press.
    private let enough: Int64 = 2_000_000_000
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the ring's size in bytes; it holds at least two pictures unless it is 0.
    init(limit: Int) {
        self.limit = limit
    }

    /// What it holds now.
    var holdings: Holdings {
        state.withLock { state in
            var holdings = Holdings(isFed: state.isFed, newest: state.pictures.last, frames: state.pictures.count)
            holdings.bytes = state.bytes
            if let first = state.pictures.first, let last = state.pictures.last {
                holdings.reach = last.capturedAt - first.capturedAt
            }
            return holdings
        }
    }

    /// Notes that there is a picture of a moment; says whether anybody has a use for it.
    func wants(_ moment: Int64) -> Bool {
        state.withLock { state in
            if state.newest != .min { state.interval = moment - state.newest }
            (state.newest, state.isFed) = (moment, true)
            return limit > 0 || state.waiters.contains { $0.press <= moment }
        }
    }

    /// Keeps a picture, lets go of the oldest, and hands it to those who wait for it.
    func keep(_ picture: Picture) {
        guard wants(picture.capturedAt) else { return }
        hold(picture)
    }

    /// Keeps a picture that is wanted.
    func hold(_ picture: Picture) {
        let due = state.withLock { state in
            if limit > 0 {
                state.pictures.append(picture)
                state.bytes += picture.size
            }
            while state.pictures.count > 2, let oldest = state.pictures.first,
                state.bytes > limit || picture.capturedAt - oldest.capturedAt > enough
            {
                state.bytes -= oldest.size
                // Moves references to some sixty pictures, and no picture.
                state.pictures.removeFirst()
            }
            let due = state.waiters.filter { $0.press <= picture.capturedAt }
            state.waiters.removeAll { $0.press <= picture.capturedAt }
            return due
        }
        due.forEach { $0.arrival.resolve(picture) }
    }

    /// Forgets everything: another epoch begins.
    func clear() {
        let waiters = state.withLock { state in
            defer { state = State() }
            return state.waiters
        }
        waiters.forEach { $0.arrival.resolve(nil) }
    }

    /// The picture whose capture time is nearest to the press, on the monotonic clock in nanoseconds.
    ///
    /// Waits for the first one behind the press, so that nearest is known and not guessed; nil when there is none.
    func nearest(to press: Int64) async -> Pick? {
        let next = await picture(behind: press)
        return state.withLock { state in
            var candidates = state.pictures
            if let next, !candidates.contains(where: { $0.capturedAt == next.capturedAt }) { candidates.append(next) }
            guard
                let nearest = candidates.min(by: { abs($0.capturedAt - press) < abs($1.capturedAt - press) }),
                let oldest = candidates.map(\.capturedAt).min()
            else { return nil }
            // Further back than half an interval, one that has left was nearer; without memory none was ever there.
            let margin = limit > 0 ? state.interval / 2 : state.interval
            let clamped = press < oldest - margin || press > state.newest + max(state.interval, 1)
            return Pick(
                picture: nearest, clamped: clamped,
                isNext: nearest.capturedAt >= press && nearest.capturedAt == next?.capturedAt)
        }
    }

    private func picture(behind press: Int64) async -> Picture? {
        let (arrival, patience): (Pending<Picture?>?, Int64) = state.withLock { state in
            guard state.isFed, limit == 0 || state.pictures.last.map({ press > $0.capturedAt }) != false else {
                return (nil, 0)
            }
            let arrival = Pending<Picture?>()
            state.waiters.append((press, arrival))
            // A slow camera may take seconds for a picture; one that has stopped gives none.
            return (arrival, min(max(1_000_000_000, 2 * state.interval), 10_000_000_000))
        }
        guard let arrival else { return nil }
        let picture = await arrival.value(within: .nanoseconds(patience)) ?? nil
        state.withLock { $0.waiters.removeAll { $0.arrival === arrival } }
        return picture
    }
}
