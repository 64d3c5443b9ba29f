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
}
