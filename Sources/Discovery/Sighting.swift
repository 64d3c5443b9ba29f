// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// A resolver's result: a node on one interface, over one protocol.
struct Sighting: Equatable {
    let advertisement: Advertisement
    let hostName: String
    let address: FoundAddress
    let isLocal: Bool

    /// Copies and checks the arguments of a resolver's callback.
    static func reading(
        _ key: ServiceKey, host: String, address: UnsafePointer<AvahiAddress>, port: Int, text: [[UInt8]],
        flags: AvahiLookupResultFlags
    ) -> Result<Sighting, AdvertisementError> {
        let interface = Avahi.interfaceName(key.interface)
        let found = FoundAddress(
            text: Avahi.text(of: address, on: interface),
            family: Int(address.pointee.proto) == AVAHI_PROTO_INET6 ? .ipv6 : .ipv4, port: port, interface: interface)
        return Result { () throws(AdvertisementError) in
            Sighting(
                advertisement: try Advertisement(instance: key.name, port: port, text: text),
                hostName: DisplayName.cleaned(host), address: found,
                isLocal: flags.rawValue & AVAHI_LOOKUP_RESULT_LOCAL.rawValue != 0)
        }
    }
}
