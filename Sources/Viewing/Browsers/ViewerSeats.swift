// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import Wire

/// The number of viewers in browsers (WHEP), and its limit.
package final class ViewerSeats: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    /// Creates free seats.
    package init(_ limit: Int) {
        self.limit = limit
    }

    /// The number of taken seats, and the limit.
    package var count: ViewerCount { ViewerCount(count: taken.withLock { $0 }, limit: limit) }

    /// Takes a seat; throws if there is none.
    package func take() throws(Problem) {
        let isTaken = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        guard isTaken else {
            throw .tooManyViewers(limit, remedy: "try again when somebody has left, or raise `viewers`")
        }
    }

    /// Releases a seat.
    package func leave() {
        taken.withLock { $0 -= 1 }
    }
}

extension Problem {
    /// The limit of viewers is reached.
    static func tooManyViewers(_ limit: Int, remedy: String) -> Problem {
        Problem(
            "too-many-viewers", status: 429, title: "Too many viewers",
            detail: "\(limit) watch already, and more may not: \(remedy)")
    }
}
