// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Something that is shared out in the order in which it is asked for: places in a workshop, or memory.
///
/// Who asks for more than there is gets all of it, alone.
package final class Turns: Sendable {
    private struct State {
        var taken = 0
        var waiters: [(weight: Int, turn: Pending<Void>)] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how much there is.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes some of it, when it is free and nobody else has waited longer; to be given back.
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
        // The turn may have come in the very moment of the cancellation.
        if !isWaiting { give(weight) }
        throw CancellationError()
    }

    /// Gives it back; those who wait get it.
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
