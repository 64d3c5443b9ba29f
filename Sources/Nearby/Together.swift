// SPDX-License-Identifier: Apache-2.0

/// The uncertainty of a sum whose parts are uncertain independently: the root of the sum of their squares.
package func together(_ parts: Double...) -> Double {
    parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
}
