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

    /// The same with an upper bound, where each lie starts a program.
    package static func count(_ usual: Int, atMost bound: Int) -> Int { min(count(usual), bound) }

    /// How many minutes a suite of lies may take: half an hour, or a night when there are more than usual.
    package static let minutes = (number("LONGSHOT_LIES") ?? 0) > 10_000 ? 600 : 30

    /// Says how many were told, for the script that adds them up.
    package static func report(_ told: Int, in time: Duration) {
        print("told \(told) lies in \(time.components.seconds) s")
    }

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
