// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

extension StillRequest {
    /// Throws a problem 400 if a value is out of range or contradicts another.
    ///
    /// - Parameters:
    ///   - arrival: when the request came, on the monotonic clock in nanoseconds.
    ///   - now: the same in nanoseconds since 1970, UTC, by the clock of the epoch.
    func validate(arrival: Int64, now: Int64) throws(Problem) {
        let (second, minute): (Int64, Int64) = (1_000_000_000, 60_000_000_000)
        try Problem.check(press: pressedAt, at: arrival, of: "the camera")
        guard (0...minute).contains(pressUncertainty ?? 0) else {
            throw .badRequest("pressUncertainty must be from 0 to 60000000000")
        }
        guard (0...minute).contains(tolerance ?? 0) else {
            throw .badRequest("tolerance must be from 0 to 60000000000")
        }
        guard (0...3_600).contains(timerSeconds) else {
            throw .badRequest("timerSeconds must be from 0 to 3600")
        }
        guard (1...10_000).contains(count) else { throw .badRequest("count must be from 1 to 10000") }
        guard (0...86_400_000).contains(everyMilliseconds) else {
            throw .badRequest("everyMilliseconds must be from 0 to 86400000")
        }
        if let bracket {
            guard (1...100).contains(bracket.values.count), count == bracket.values.count, everyMilliseconds == 0 else {
                throw .badRequest(
                    "bracket has 1 to 100 values, count is as many, and there is no everyMilliseconds: each still waits for its value"
                )
            }
            guard seen == nil, at == nil else {
                throw .badRequest("bracket is for stills to come, seen and at are for one that has been")
            }
        }
        if let at {
            guard pressedAt == nil, seen == nil, timerSeconds == 0, count == 1 else {
                throw .badRequest(
                    "at names one moment that has been: leave out pressedAt, seen, timerSeconds and count")
            }
            guard at <= now + second else {
                throw .badRequest(
                    "at lies ahead: it is \(now.moment) on this camera, and at names a moment that has been; timerSeconds takes a later still"
                )
            }
        }
        guard let seen else { return }
        guard pressedAt == nil, timerSeconds == 0, count == 1 else {
            throw .badRequest("seen names one frame that has been: leave out pressedAt, timerSeconds and count")
        }
        guard (0...Tick(nanoseconds: arrival + minute).rawValue).contains(seen.tick) else {
            throw .badRequest("seen.tick must be on the camera's clock, in 1/90000 s, at most a minute ahead of it")
        }
    }
}
