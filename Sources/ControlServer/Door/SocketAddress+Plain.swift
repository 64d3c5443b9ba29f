// SPDX-License-Identifier: Apache-2.0
import NIOCore

extension SocketAddress {
    /// The IP address; an IPv4 address that a dual-stack socket reports as IPv6 is unwrapped (RFC 4291 §2.5.5.2).
    var plainIPAddress: String? {
        let prefix = "::ffff:"
        guard let ipAddress, ipAddress.lowercased().hasPrefix(prefix), ipAddress.contains(".") else { return ipAddress }
        return String(ipAddress.dropFirst(prefix.count))
    }
}
