// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A moment that has been, as an argument: in UTC, or how long ago.
enum PastMoment: ExpressibleByArgument, Sendable, Equatable {
    /// Nanoseconds since 1970, UTC.
    case utc(Int64)
    /// Nanoseconds before now.
    case ago(Int64)

    init?(argument: String) {
        if let interval = Interval(argument: argument) {
            self = .ago(Int64(interval.milliseconds) * 1_000_000)
        } else if let instant = Instant(argument: argument) {
            self = .utc(instant.nanoseconds)
        } else {
            return nil
        }
    }

    /// The error for a moment that lies ahead.
    ///
    /// - Parameters:
    ///   - moment: the given moment, in nanoseconds since 1970 UTC.
    ///   - now: the latest possible moment.
    ///   - place: where the clock is that says so.
    static func ahead(_ moment: Int64, of now: Int64, _ place: String) -> String {
        "--at \(Format.moment(moment)) lies ahead: it is \(Format.moment(now)) \(place), and --at is for a moment that has been. "
            + "For a later still: --timer"
    }
}
