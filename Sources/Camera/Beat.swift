// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Wire

/// The moments of a series, at exact multiples of an interval.
struct Beat: Sendable, Equatable {
    /// The first moment, on the monotonic clock in nanoseconds.
    let start: Int64
    /// The interval in nanoseconds; 0 takes each still as soon as the previous one is done.
    let interval: Int64

    /// The moment of a picture; the first has number 1.
    func moment(_ number: Int) -> Int64 {
        start + Int64(number - 1) * interval
    }

    /// The number of the first picture after `taken` whose moment is not past; a series resumes with it.
    func next(behind taken: Int, at now: Int64) -> Int {
        let since = now - start
        let due = since <= 0 ? 1 : Int((since + interval - 1) / interval) + 1
        return max(taken + 1, due)
    }

    /// Whether a picture is so late that the next one is due.
    func isOver(_ number: Int, at now: Int64) -> Bool {
        interval > 0 && now >= moment(number + 1)
    }
}

extension Beat {
    /// The beat of a request that arrived at `arrival`, on the monotonic clock in nanoseconds.
    init(_ request: StillRequest, arrival: Int64) {
        let seen = request.seen.map { Tick(rawValue: $0.tick).nanoseconds }
        let press = seen ?? (request.timerSeconds > 0 ? nil : request.pressedAt) ?? arrival
        self.init(
            start: press + Int64(request.timerSeconds) * 1_000_000_000,
            interval: Int64(request.everyMilliseconds) * 1_000_000)
    }
}
