// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of an IP address, most significant first: 4 or 16.
package struct IPAddressBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Reads an address as text; nil if it is not an IP address.
    package init?(_ text: String) {
        var four = in_addr()
        var sixteen = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            bytes = unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
        } else if unsafe inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = unsafe withUnsafeBytes(of: sixteen) { unsafe Array($0) }
        } else {
            return nil
        }
    }
}
