// SPDX-License-Identifier: Apache-2.0

import FootageSupport
import Synchronization
import TestSupport

/// Random choices for a schedule of calls; the same for each seed.
final class StoreDice: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    /// A number in `0..<end`.
    func below(_ end: Int) -> Int {
        generator.withLock { Int.random(in: 0..<end, using: &$0) }
    }

    /// One call in four is lost, or its answer.
    func fate() -> UnreliableStore.Fate {
        switch below(8) {
        case 0: .isLost
        case 1: .answerIsLost
        default: .works
        }
    }
}
