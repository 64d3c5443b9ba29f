// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// How far a node's monotonic clock is from this machine's: remote = local + `nanoseconds`, give or take
/// `uncertainty`.
package struct ClockOffset: Sendable, Equatable {
    /// What to add to this machine's monotonic time.
    package let nanoseconds: Int64
    /// How wrong that may be: half of the shortest round trip.
    package let uncertainty: Int64

    /// Pairs an offset with its uncertainty.
    package init(nanoseconds: Int64, uncertainty: Int64) {
        (self.nanoseconds, self.uncertainty) = (nanoseconds, uncertainty)
    }

    /// The node's monotonic time at a moment of this machine's.
    package func remote(atLocal local: Int64) -> Int64 {
        local + nanoseconds
    }

    /// This machine's monotonic clock (CLOCK_MONOTONIC) in nanoseconds.
    package static func localMonotonic() -> Int64 {
        Int64(clamping: NIODeadline.now().uptimeNanoseconds)
    }

    /// The node read its clock between the request and the answer; the middle is the best guess, half the way
    /// between them the worst error.
    init(asked: Int64, remote: Int64, answered: Int64) {
        let roundTrip = answered - asked
        (nanoseconds, uncertainty) = (remote - (asked + roundTrip / 2), (roundTrip + 1) / 2)
    }
}
