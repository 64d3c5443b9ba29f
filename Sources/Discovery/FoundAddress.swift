// SPDX-License-Identifier: Apache-2.0

/// One address of a node that was found.
package struct FoundAddress: Sendable, Hashable {
    /// The version of the Internet Protocol.
    package enum Family: Int, Sendable, Hashable, Comparable {
        case ipv4 = 4
        case ipv6 = 6

        package static func < (left: Family, right: Family) -> Bool { left.rawValue < right.rawValue }
    }

    /// The address as text; a link-local IPv6 address has its scope, as in `fe80::1%eth0`.
    package let text: String
    /// The protocol of the address.
    package let family: Family
    /// The node port, as announced with this address.
    package let port: Int
    /// The network interface of this machine on which it was found.
    package let interface: String

    /// Describes an address without checking it.
    package init(text: String, family: Family, port: Int, interface: String) {
        (self.text, self.family, self.port, self.interface) = (text, family, port, interface)
    }

    /// The address and the port in the form of a URL: `192.0.2.7:5664`, `[fe80::1%eth0]:5664`.
    package var authority: String {
        family == .ipv6 ? "[\(text)]:\(port)" : "\(text):\(port)"
    }
}

extension FoundAddress: Comparable {
    /// IPv4 before IPv6, then by interface and text: the order in which to try them.
    package static func < (left: FoundAddress, right: FoundAddress) -> Bool {
        (left.family, left.interface, left.text, left.port) < (right.family, right.interface, right.text, right.port)
    }
}
