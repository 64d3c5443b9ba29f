// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// Avahi's constants with the types of its functions.
enum Avahi {
    static let serviceType = "_longshot._tcp"
    static let anyInterface = AvahiIfIndex(AVAHI_IF_UNSPEC)
    static let anyProtocol = AvahiProtocol(AVAHI_PROTO_UNSPEC)

    /// The name of a network interface, or its number if it no longer exists.
    static func interfaceName(_ index: AvahiIfIndex) -> String {
        var buffer = [CChar](repeating: 0, count: 16)
        guard index > 0, let name = if_indextoname(UInt32(index), &buffer) else { return "#\(index)" }
        return String(cString: name)
    }

    /// An address as text; a link-local one has the interface as its scope.
    static func text(of address: UnsafePointer<AvahiAddress>, on interface: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(AVAHI_ADDRESS_STR_MAX))
        guard let text = avahi_address_snprint(&buffer, buffer.count, address) else { return "" }
        let plain = String(cString: text)
        return plain.lowercased().hasPrefix("fe80:") ? "\(plain)%\(interface)" : plain
    }

    /// The address in an A or AAAA record; nil for data of another length.
    static func text(ofRecord data: [UInt8], on interface: String) -> String? {
        var address = AvahiAddress()
        switch data.count {
        case 4: address.proto = AvahiProtocol(AVAHI_PROTO_INET)
        case 16: address.proto = AvahiProtocol(AVAHI_PROTO_INET6)
        default: return nil
        }
        // Both members of the union begin at its first byte and are in network order.
        withUnsafeMutableBytes(of: &address.data) { $0.copyBytes(from: data) }
        return text(of: &address, on: interface)
    }
}
