// SPDX-License-Identifier: Apache-2.0

/// A node's announcement on the local network.
///
/// A hint and never a credential: anybody can announce anything. It holds nothing secret. Only a connection with the key that is
/// pinned for `id` proves the node's identity.
package struct Advertisement: Sendable, Hashable {
    /// The role of a node.
    package enum Role: String, Sendable, Hashable, CaseIterable {
        case camera
        case recorder
    }

    /// The name of the service instance, unique on a network: at most 63 bytes, without control characters.
    package let instance: String
    /// The node port.
    package let port: Int
    /// The version of the protocol that the node speaks.
    package let version: Int
    /// The role of the node.
    package let role: Role
    /// The node's id: 52 base32 characters.
    package let id: String
    /// The name that its owner gave it, cleaned like `instance`.
    package let name: String
    /// The tag of the open pairing window: 8 letters or digits that differ between windows.
    package let pairing: String?
    /// The port of the pairing listener, which exists only while the window is open.
    package let pairingPort: Int?
    /// The port of the page for browsers.
    package let pagePort: Int?

    /// Describes an announcement; cleans and shortens names, and throws for any other invalid value.
    ///
    /// Without an `instance`, the node's name is used. `pairing` is the tag of the window, never its secret.
    package init(
        instance: String? = nil, port: Int, version: Int, role: Role, id: String, name: String,
        pairing: String? = nil, pairingPort: Int? = nil, pagePort: Int? = nil
    ) throws(AdvertisementError) {
        let cleaned = DisplayName.cleaned(name)
        self.instance = DisplayName.cleaned(instance ?? name)
        self.name = cleaned.isEmpty ? self.instance : cleaned
        guard !self.instance.isEmpty else { throw .unnamed }
        (self.role, self.version) = (role, version)
        (self.id, self.pairing) = (id, pairing)
        (self.port, self.pairingPort, self.pagePort) = (port, pairingPort, pagePort)
        guard (1...65_535).contains(version) else { throw Self.malformed(.version) }
        guard Self.isNodeID(id) else { throw Self.malformed(.id) }
        if let pairing, !Self.isTag(pairing) { throw Self.malformed(.pairing) }
        for (key, port) in [(Key.port, port), (.pairingPort, pairingPort ?? 1), (.pagePort, pagePort ?? 1)] {
            guard (1...65_535).contains(port) else { throw Self.malformed(key) }
        }
    }

    /// Whether a text has the form of a node id: 52 characters of RFC 4648 base32, all in one case.
    private static func isNodeID(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 52
            && (bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }
                || bytes.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) })
    }

    private static func isTag(_ text: String) -> Bool {
        text.utf8.count == 8
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
            }
    }
}
