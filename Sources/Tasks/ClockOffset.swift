// SPDX-License-Identifier: Apache-2.0

/// A node's monotonic clock compared with this machine's: remote = local + `nanoseconds` ± `uncertainty`.
package struct ClockOffset: Sendable, Equatable {
    /// The number of nanoseconds to add to this machine's monotonic time.
    package let nanoseconds: Int64
    /// The largest error of `nanoseconds`, in nanoseconds: half of the shortest way there and back.
    package let uncertainty: Int64

    /// Pairs an offset with its uncertainty.
    package init(nanoseconds: Int64, uncertainty: Int64) {
        (self.nanoseconds, self.uncertainty) = (nanoseconds, uncertainty)
    }

    /// The node's monotonic time at a moment of this machine's monotonic time, in nanoseconds.
    package func remote(atLocal local: Int64) -> Int64 {
        local + nanoseconds
    }

    /// This machine's monotonic time at a moment of the node's, in nanoseconds; wraps around for a moment that is no clock's.
    package func local(atRemote remote: Int64) -> Int64 {
        remote &- nanoseconds
    }

    /// Assumes that the node read its clock in the middle of the round trip; the error is at most half of the round trip.
    package init(asked: Int64, remote: Int64, answered: Int64) {
        let roundTrip = answered - asked
        (nanoseconds, uncertainty) = (remote - (asked + roundTrip / 2), (roundTrip + 1) / 2)
    }

    /// What two comparisons say together, a moment apart: an offset that both permit, between their limits that are nearest to it.
    ///
    /// A request that was quick and the answer to another one that was count together, so that the error is smaller than that of
    /// either. If no offset suits both, one of the clocks has stepped, and the later comparison counts.
    package func narrowed(by later: ClockOffset) -> ClockOffset {
        let lower = max(nanoseconds - uncertainty, later.nanoseconds - later.uncertainty)
        let upper = min(nanoseconds + uncertainty, later.nanoseconds + later.uncertainty)
        guard lower <= upper else { return later }
        return ClockOffset(nanoseconds: lower + (upper - lower) / 2, uncertainty: (upper - lower + 1) / 2)
    }
}
