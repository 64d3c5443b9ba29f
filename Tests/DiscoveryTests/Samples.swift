// SPDX-License-Identifier: Apache-2.0
@testable import Discovery

extension Advertisement {
    /// A node for tests; its name and one letter of its id distinguish it from others.
    static func sample(
        _ name: String = "Garden", letter: Character = "a", port: Int = 5664, pairing: String? = nil
    ) throws -> Advertisement {
        try Advertisement(
            port: port, version: 1, role: .camera, id: String(repeating: letter, count: 52), name: name,
            pairing: pairing, pairingPort: pairing == nil ? nil : 5690, pagePort: 5680)
    }
}

extension Sighting {
    /// A sighting of the node by one resolver.
    static func sample(
        _ advertisement: Advertisement, address: String = "192.0.2.7", family: FoundAddress.Family = .ipv4,
        interface: String = "eth0"
    ) -> Sighting {
        Sighting(
            advertisement: advertisement, hostName: "hut.local",
            address: FoundAddress(text: address, family: family, port: advertisement.port, interface: interface),
            isLocal: false)
    }
}

extension ServiceKey {
    static func sample(_ name: String, interface: Int32 = 2, protocolNumber: Int32 = 0) -> ServiceKey {
        ServiceKey(interface: interface, protocolNumber: protocolNumber, name: name, domain: "local")
    }
}

extension BrowserEvent {
    /// The node, if this event says that it has appeared.
    var appeared: FoundNode? { if case .appeared(let node) = self { node } else { nil } }
    /// The node, if this event says that it has changed.
    var changed: FoundNode? { if case .changed(let node) = self { node } else { nil } }
    /// The node and the reason, if this event says that it has vanished.
    var vanished: (node: FoundNode, reason: Departure)? {
        if case .vanished(let node, let reason) = self { (node, reason) } else { nil }
    }
    /// The name and the reason, if this event says that a node is not listed.
    var omitted: (name: String, reason: Omission)? {
        if case .omitted(let name, let reason) = self { (name, reason) } else { nil }
    }
}

extension [BrowserEvent] {
    /// The event, if there is exactly one.
    var only: BrowserEvent? { count == 1 ? first : nil }
}
