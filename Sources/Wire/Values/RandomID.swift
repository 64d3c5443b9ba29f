// SPDX-License-Identifier: Apache-2.0
import Media

/// Ids that cannot be guessed and never repeat.
package enum RandomID {
    /// A random number of 128 bits as 32 hexadecimal digits, from the system's generator.
    package static func fresh() -> String {
        (0..<2).map { _ in UInt64.random(in: .min ... .max).padded(to: 16, radix: 16) }.joined()
    }
}
