// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How many lies are told, and from which seed on: `LONGSHOT_LIES` and `LONGSHOT_LIES_SEED` say it (`scripts/test-lies`).
package enum Lies {
    /// The seed of the first lie; each lie after it has the next one.
    package static let seed = UInt64(number("LONGSHOT_LIES_SEED") ?? 1)

    /// How many lies to tell, of so many among 10,000: a hundredth of them without `LONGSHOT_LIES`, and one at the least.
    package static func count(_ usual: Int) -> Int {
        max(1, number("LONGSHOT_LIES").map { $0 * usual / 10_000 } ?? usual / 100)
    }

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
