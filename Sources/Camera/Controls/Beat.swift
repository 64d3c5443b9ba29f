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
    /// How wrong the first moment may be by the clock of who pressed, in nanoseconds; 0 if that was this machine.
    private let uncertainty: Int64
    /// When that was measured, on the monotonic clock in nanoseconds.
    private let measured: Int64

    /// - Parameters:
    ///   - start: the first moment, on the monotonic clock in nanoseconds.
    ///   - interval: in nanoseconds.
    ///   - uncertainty: how wrong the first moment may be by the clock of who pressed, in nanoseconds; 0 if that was this machine.
    ///   - measured: when that was measured, on the monotonic clock in nanoseconds.
    init(start: Int64, interval: Int64, uncertainty: Int64 = 0, measured: Int64 = 0) {
        (self.start, self.interval, self.uncertainty, self.measured) = (start, interval, uncertainty, measured)
    }

    /// The moment of a picture; the first has number 1.
    func moment(_ number: Int) -> Int64 {
        start + Int64(number - 1) * interval
    }

    /// How wrong the moment of a picture may be by the clock of who pressed, in nanoseconds.
    func uncertainty(of number: Int) -> Int64 {
        uncertainty == 0 ? 0 : uncertainty + abs(moment(number) - measured) / 1_000_000 * CommonClock.drift
    }

    /// The same beat with a start that was measured anew; nil if it is further away than clocks drift, so that it is another one.
    func moved(to start: Int64, uncertainty: Int64, measured: Int64) -> Beat? {
        guard abs(start - self.start) <= 1_000_000_000 else { return nil }
        return Beat(start: start, interval: interval, uncertainty: uncertainty, measured: measured)
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
        let press = request.seen.map { Tick(rawValue: $0.tick).nanoseconds } ?? request.pressedAt ?? arrival
        self.init(
            start: press + Int64(request.timerSeconds) * 1_000_000_000,
            interval: Int64(request.everyMilliseconds) * 1_000_000, uncertainty: request.pressUncertainty ?? 0,
            measured: arrival)
    }
}
