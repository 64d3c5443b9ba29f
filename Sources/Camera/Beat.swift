// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Wire

/// The moments of a series: exact multiples of an interval, however long each picture takes.
struct Beat: Sendable, Equatable {
    /// The first moment, on the monotonic clock in nanoseconds.
    let start: Int64
    /// From one to the next, in nanoseconds; 0 for as fast as they are done.
    let interval: Int64

    /// The moment of a picture; the first has number 1.
    func moment(_ number: Int) -> Int64 {
        start + Int64(number - 1) * interval
    }

    /// The picture with which a series goes on at a moment, when so many were taken: the first one that is still due.
    func next(behind taken: Int, at now: Int64) -> Int {
        let since = now - start
        let due = since <= 0 ? 1 : Int((since + interval - 1) / interval) + 1
        return max(taken + 1, due)
    }

    /// Whether a picture is so late that the one behind it is due.
    func isOver(_ number: Int, at now: Int64) -> Bool {
        interval > 0 && now >= moment(number + 1)
    }
}

extension Beat {
    /// The beat of a press that came at `arrival`, on the monotonic clock in nanoseconds.
    init(_ request: StillRequest, arrival: Int64) {
        let seen = request.seen.map { Tick(rawValue: $0.tick).nanoseconds }
        let press = seen ?? (request.timerSeconds > 0 ? nil : request.pressedAt) ?? arrival
        self.init(
            start: press + Int64(request.timerSeconds) * 1_000_000_000,
            interval: Int64(request.everyMilliseconds) * 1_000_000)
    }
}
