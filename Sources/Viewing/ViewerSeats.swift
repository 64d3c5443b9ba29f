// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import Wire

/// How many people watch a node in browsers (WHEP), of so many who may.
package final class ViewerSeats: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    /// Seats, all of which are free.
    package init(_ limit: Int) {
        self.limit = limit
    }

    /// How many are taken.
    package var count: ViewerCount { ViewerCount(count: taken.withLock { $0 }, limit: limit) }

    /// Takes a seat; throws when there is none.
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

    /// Gives a seat back.
    package func leave() {
        taken.withLock { $0 -= 1 }
    }
}

extension Problem {
    /// So many watch already, and more may not.
    static func tooManyViewers(_ limit: Int, remedy: String) -> Problem {
        Problem(
            "too-many-viewers", status: 429, title: "Too many viewers",
            detail: "\(limit) watch already, and more may not: \(remedy)")
    }
}
