// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The number of lies and their first seed, from `LONGSHOT_LIES` and `LONGSHOT_LIES_SEED` (`scripts/test-lies`).
package enum Lies {
    /// The seed of the first lie; each further lie has the next one.
    package static let seed = UInt64(number("LONGSHOT_LIES_SEED") ?? 1)

    /// The number of lies of one kind, from its share of 10,000; without `LONGSHOT_LIES`, 1 % of the share, and at least 1.
    package static func count(_ usual: Int) -> Int {
        max(1, number("LONGSHOT_LIES").map { $0 * usual / 10_000 } ?? usual / 100)
    }

    /// The number of lies with an upper bound, for lies that each start a program.
    package static func count(_ usual: Int, atMost bound: Int) -> Int { min(count(usual), bound) }

    /// The time limit of a suite, in minutes: 30, or 600 with more than 10,000 lies.
    package static let minutes = (number("LONGSHOT_LIES") ?? 0) > 10_000 ? 600 : 30

    /// Prints the number of lies told, for the script that adds them up.
    package static func report(_ told: Int, in time: Duration) {
        print("told \(told) lies in \(time.components.seconds) s")
    }

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
