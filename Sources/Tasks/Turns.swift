// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A limited resource, such as job slots or memory, that is granted in the order of the requests.
///
/// A request for more than the limit waits until nothing is taken, and is then granted alone.
package final class Turns: Sendable {
    private struct State {
        var taken = 0
        var waiters: [(weight: Int, turn: Pending<Void>)] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how much can be taken at once.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Waits after earlier requests until the resource is free, and takes some; the caller must `give` it back.
    package func take(_ weight: Int = 1) async throws(CancellationError) {
        let turn: Pending<Void>? = state.withLock { state in
            guard !state.waiters.isEmpty || !fits(weight, state) else {
                state.taken += weight
                return nil
            }
            let turn = Pending<Void>()
            state.waiters.append((weight, turn))
            return turn
        }
        guard let turn, await turn.value() == nil else { return }
        let isWaiting = state.withLock { state in
            let before = state.waiters.count
            state.waiters.removeAll { $0.turn === turn }
            return state.waiters.count < before
        }
        // The request may have been granted at the moment of the cancellation.
        if !isWaiting { give(weight) }
        throw CancellationError()
    }

    /// Gives some back and grants the waiting requests that fit now.
    package func give(_ weight: Int = 1) {
        let next = state.withLock { state in
            state.taken -= weight
            var next: [Pending<Void>] = []
            while let first = state.waiters.first, fits(first.weight, state) {
                state.taken += first.weight
                next.append(first.turn)
                state.waiters.removeFirst()
            }
            return next
        }
        next.forEach { $0.resolve(()) }
    }

    private func fits(_ weight: Int, _ state: borrowing State) -> Bool {
        state.taken == 0 || state.taken + weight <= limit
    }
}
