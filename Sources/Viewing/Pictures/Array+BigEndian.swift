// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// The four bytes of a number, most significant first.
    package init(bigEndian value: UInt32) {
        self = (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
    }
}
