// SPDX-License-Identifier: Apache-2.0
import Footage
import FootageSupport

/// Connects the nodes with their stores: in some runs directly, in some with a delay of 20 ms for each call, and in some with
/// losses of calls to the recorder's store or of their answers.
final class StoreWire: @unchecked Sendable {
    private let delay: Duration
    private let lost: Int
    private var dice: Dice
    /// Whether calls can be lost at the moment.
    var isTorn = true

    init(seed: UInt64) {
        var dice = Dice(seed)
        delay = dice.hits(150) ? .milliseconds(20) : .zero
        lost = dice.hits(150) ? [5, 50][dice.below(2)] : 0
        self.dice = dice
    }

    /// A store at the remote end.
    func far(_ store: any FootageArchive, losesCalls: Bool) -> any FootageArchive {
        guard delay > .zero || losesCalls && lost > 0 else { return store }
        return UnreliableStore(store, delay: delay) { [self] in
            guard losesCalls, isTorn, dice.hits(lost) else { return .works }
            return dice.hits(500) ? .isLost : .answerIsLost
        }
    }

    var words: String { "stores answer after \(delay), \(lost) of 1000 calls are lost" }
}
