// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Wire

/// Addresses that count as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which one host can own.
struct AddressGroup: Sendable, Hashable {
    private let bytes: [UInt8]

    /// The group of a connection's remote address; all unknown addresses form one group.
    init(_ address: SocketAddress?) {
        let all = address?.ipAddress.flatMap { IPAddressBytes($0) }?.bytes ?? []
        guard all.count == 16 else {
            bytes = all
            return
        }
        // A dual-stack socket reports IPv4 addresses behind this prefix (RFC 4291 §2.5.5.2).
        let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = Array(isMapped ? all.suffix(4) : all.prefix(8))
    }
}
