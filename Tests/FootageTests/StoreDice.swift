// SPDX-License-Identifier: Apache-2.0

import FootageSupport
import Synchronization
import TestSupport

/// Chance for a played schedule of calls; the same for each seed.
final class StoreDice: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    /// A number from 0 up to but without `end`.
    func below(_ end: Int) -> Int {
        generator.withLock { Int.random(in: 0..<end, using: &$0) }
    }

    /// One of four calls is lost, or its answer is.
    func fate() -> UnreliableStore.Fate {
        switch below(8) {
        case 0: .isLost
        case 1: .answerIsLost
        default: .works
        }
    }
}
