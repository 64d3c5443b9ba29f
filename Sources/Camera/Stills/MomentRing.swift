// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

/// A picture of one moment.
protocol Captured: Sendable {
    /// When it was captured, on the monotonic clock in nanoseconds.
    var capturedAt: Int64 { get }
    /// Its size in memory, in bytes.
    var size: Int { get }
}

/// A ring of a camera's last pictures, for stills of a past moment; also hands the next picture to waiting presses.
///
/// With a limit of 0, it keeps none, and a press still gets the first picture after it.
final class MomentRing<Picture: Captured>: Sendable {
    /// A picture for a press.
    struct Pick: Sendable {
        let picture: Picture
        /// Whether the press was outside the range of the ring.
        let clamped: Bool
        /// Whether it came after the press, which had to wait for it.
        let isNext: Bool
    }

    /// The contents of a ring.
    struct Holdings: Sendable {
        /// Whether a source fills it.
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
        /// How long after its capture the newest picture came.
        var lateness: Int64 = 0
        var isFed = false
        var waiters: [(press: Int64, arrival: Pending<Picture?>)] = []
    }

    /// The maximum reach of a ring, even with more memory, in nanoseconds.
    ///
    /// A viewer on a slow link sees the picture of a second ago, and takes some tenths of a second to press.
    private let enough: Int64 = 2_000_000_000
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the ring's size in bytes; it holds at least two pictures unless it is 0.
    init(limit: Int) {
        self.limit = limit
    }

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

    /// Notes that there is a picture of a moment; returns whether the ring or a waiting press needs it.
    func wants(_ moment: Int64) -> Bool {
        state.withLock { state in
            if state.newest != .min { state.interval = moment - state.newest }
            (state.newest, state.isFed, state.lateness) = (moment, true, monotonicNanoseconds() - moment)
            return limit > 0 || state.waiters.contains { $0.press <= moment }
        }
    }

    /// Adds a picture if it is needed.
    func keep(_ picture: Picture) {
        guard wants(picture.capturedAt) else { return }
        hold(picture)
    }

    /// Adds a needed picture, drops the oldest ones, and hands it to waiting presses.
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
                // Moves about sixty references, not the pictures.
                state.pictures.removeFirst()
            }
            let due = state.waiters.filter { $0.press <= picture.capturedAt }
            state.waiters.removeAll { $0.press <= picture.capturedAt }
            return due
        }
        due.forEach { $0.arrival.resolve(picture) }
    }

    /// Drops all pictures for a new epoch; waiting presses get nil.
    func clear() {
        let waiters = state.withLock { state in
            defer { state = State() }
            return state.waiters
        }
        waiters.forEach { $0.arrival.resolve(nil) }
    }

    /// The picture nearest to a press, on the monotonic clock in nanoseconds; nil if there is none.
    ///
    /// Waits for the first picture after the press, because it may be the nearest.
    func nearest(to press: Int64) async -> Pick? {
        let next = await picture(behind: press)
        return state.withLock { state in
            var candidates = state.pictures
            if let next, !candidates.contains(where: { $0.capturedAt == next.capturedAt }) { candidates.append(next) }
            guard
                let nearest = candidates.min(by: { abs($0.capturedAt - press) < abs($1.capturedAt - press) }),
                let oldest = candidates.map(\.capturedAt).min()
            else { return nil }
            // If the press is more than half an interval before the oldest picture, the nearest one was dropped. A ring without memory
            // drops all of them, so that a whole interval is allowed.
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
            // A slow camera may take seconds for a picture, a late one delivers it later, and a stopped one none.
            let most: Int64 = 10_000_000_000
            return (arrival, min(max(1_000_000_000, 2 * state.interval) + min(max(0, state.lateness), most), most))
        }
        guard let arrival else { return nil }
        let picture = await arrival.value(within: .nanoseconds(patience)) ?? nil
        state.withLock { $0.waiters.removeAll { $0.arrival === arrival } }
        return picture
    }
}
