// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The number of repetitions of attacks: 8, or the value of `LONGSHOT_REPETITIONS`.
package enum Repetitions {
    /// The number of repetitions.
    package static let count = ProcessInfo.processInfo.environment["LONGSHOT_REPETITIONS"].flatMap { Int($0) } ?? 8
}
