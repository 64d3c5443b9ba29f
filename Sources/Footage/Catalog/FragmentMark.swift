// SPDX-License-Identifier: Apache-2.0
package import Media

/// The values that distinguish a stored fragment from every other one.
package struct FragmentMark: Equatable, Sendable {
    /// Its epoch and sequence.
    package let id: FragmentID
    /// The capture time of the first frame.
    package let firstTick: Tick
    /// SHA-256 of its bytes.
    package let digest: Digest
    /// SHA-256 of the init segment for its format.
    package let format: Digest
}
