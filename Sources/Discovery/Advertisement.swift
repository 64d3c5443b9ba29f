// SPDX-License-Identifier: Apache-2.0

/// What a node says about itself on the local network.
///
/// A hint and never a credential: anybody can announce anything. It holds nothing secret, and who is behind it is
/// known only when the key of the connection is the one that was pinned for `id`.
package struct Advertisement: Sendable, Hashable {
    /// What a node is.
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
    /// What the node is.
    package let role: Role
    /// The node's id: 52 base32 characters.
    package let id: String
    /// The name that its owner gave it, cleaned like `instance`.
    package let name: String
    /// The tag of the pairing window that is open now: 8 letters or digits that tell one window from another.
    package let pairing: String?
    /// The port of the pairing listener, which exists only while the window is open.
    package let pairingPort: Int?
    /// The port of the page for browsers.
    package let pagePort: Int?

    /// An announcement of one's own; names are cleaned and cut, everything else has to be right.
    ///
    /// Without an `instance` it is named like the node. `pairing` is the tag of the window, never its secret.
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
