// SPDX-License-Identifier: Apache-2.0
import Wire

/// The addresses to which the node may send on behalf of one viewer.
///
/// A viewer names candidates, and ICE sends STUN to each of them. Without this rule, a viewer could make the node send to any
/// machine, and learn which ones answer.
package struct ViewerReach: Sendable {
    /// An address of this machine, with its netmask.
    package struct Interface: Sendable {
        fileprivate let address: [UInt8]
        fileprivate let mask: [UInt8]

        /// Parses both; nil if either is not an IP address.
        package init?(address: String, mask: String) {
            guard let address = ViewerReach.bytes(of: address), let mask = ViewerReach.bytes(of: mask),
                address.count == mask.count
            else { return nil }
            (self.address, self.mask) = (address, mask)
        }
    }

    /// Allows no candidates: a viewer that reaches the node is answered at the address from which its packets come.
    package static let nowhere = ViewerReach(viewer: nil, interfaces: [])

    private let viewer: [UInt8]?
    private let interfaces: [Interface]

    /// - Parameters:
    ///   - viewer: the address from which the viewer's request came.
    ///   - interfaces: the addresses of this machine.
    package init(viewer: String?, interfaces: [Interface]) {
        self.viewer = viewer.flatMap { Self.bytes(of: $0) }
        self.interfaces = interfaces
    }

    /// Whether the node may send to an address.
    ///
    /// These are the viewer's own address, private addresses in a network of this machine, and, for a viewer on this machine, all
    /// addresses of the machine.
    func allows(_ candidate: some StringProtocol) -> Bool {
        guard let candidate = Self.bytes(of: String(candidate)) else { return false }
        if candidate == viewer { return true }
        let own = interfaces.map(\.address)
        if own.contains(candidate), viewer.map(own.contains) == true { return true }
        return Self.isPrivate(candidate)
            && interfaces.contains { interface in
                Self.masked(interface.address, interface.mask) == Self.masked(candidate, interface.mask)
            }
    }

    private static func masked(_ address: [UInt8], _ mask: [UInt8]) -> [UInt8]? {
        address.count == mask.count ? zip(address, mask).map { $0 & $1 } : nil
    }

    /// Private (RFC 1918, RFC 4193) or link-local; not loopback, where the node's own services listen.
    private static func isPrivate(_ address: [UInt8]) -> Bool {
        guard address.count == 4 else {
            return address[0] & 0xFE == 0xFC || (address[0] == 0xFE && address[1] & 0xC0 == 0x80)
        }
        return switch (address[0], address[1]) {
        case (10, _), (172, 16...31), (192, 168), (169, 254): true
        default: false
        }
    }

    /// The bytes of an IP address; an IPv4-mapped IPv6 address gives 16 bytes, which match no interface.
    private static func bytes(of text: String) -> [UInt8]? { IPAddressBytes(text)?.bytes }
}
