// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Wire

/// Addresses that count as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which one host has for
/// itself.
struct AddressGroup: Sendable, Hashable {
    private let bytes: [UInt8]

    /// The group of the other end of a connection; all connections whose other end is not known are one group.
    init(_ address: SocketAddress?) {
        let all = address?.ipAddress.flatMap { IPAddressBytes($0) }?.bytes ?? []
        guard all.count == 16 else {
            bytes = all
            return
        }
        // A socket for both versions shows IPv4 addresses behind this prefix (RFC 4291 §2.5.5.2).
        let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = Array(isMapped ? all.suffix(4) : all.prefix(8))
    }
}
