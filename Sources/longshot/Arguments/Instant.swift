// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A moment in UTC as an argument.
struct Instant: ExpressibleByArgument, Sendable, Equatable {
    /// Nanoseconds since 1970, UTC.
    let nanoseconds: Int64

    init?(argument: String) {
        guard case .utc(let nanoseconds)? = Moment(argument: argument) else { return nil }
        self.nanoseconds = nanoseconds
    }
}
