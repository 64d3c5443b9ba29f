// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How often attacks are tried: a few times in each run of the tests, and as often as `LONGSHOT_REPETITIONS` says.
package enum Repetitions {
    /// The number of tries.
    package static let count = ProcessInfo.processInfo.environment["LONGSHOT_REPETITIONS"].flatMap { Int($0) } ?? 8
}
