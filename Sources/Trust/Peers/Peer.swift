// SPDX-License-Identifier: Apache-2.0
import Wire

/// A paired node or remote.
package struct Peer: Sendable, Hashable {
    /// The certificate that identifies it.
    package let certificate: PinnedCertificate
    /// Its display name: what it called itself when it was paired or, a camera, last connected; or the one that the owner gave it.
    package var name: PeerName
    /// Whether the owner of this node gave it its name, which then counts more than what it calls itself.
    package var isNamedHere = false
    /// Its role.
    package var role: PeerRole
    /// Its grants on this node.
    package var grants: Grants {
        get { rights.grants }
        set { rights = Rights(newValue, viewOf: rights.viewOf) }
    }
    /// Its rights on this node: the grants, and the cameras to which its view is bounded.
    package var rights: Rights
    /// When it was paired, in seconds since 1970 UTC.
    package var pairedAt: Int64
    /// When it was last connected, in seconds since 1970 UTC.
    package var lastSeen: Int64?
    /// Whether it was revoked; a revoked peer stays in the list, which tells it apart from a stranger.
    package var isRevoked = false
    /// When it was revoked, in seconds since 1970 UTC; nil also if an earlier version revoked it.
    package var revokedAt: Int64?
    /// When the peer revoked this node, in seconds since 1970 UTC; nil if it has not, or has not said so.
    package var revokedByPeerAt: Int64?
    /// The addresses at which it may be reached.
    package var addresses: [PeerAddress]

    /// The most addresses of a peer.
    package static let addressLimit = 8

    /// Describes a peer.
    package init(
        certificate: PinnedCertificate, name: PeerName, role: PeerRole, grants: Grants, viewOf: [NodeID] = [],
        pairedAt: Int64, addresses: [PeerAddress] = []
    ) {
        (self.certificate, self.name, self.role) = (certificate, name, role)
        (rights, self.pairedAt) = (Rights(grants, viewOf: viewOf), pairedAt)
        self.addresses = Array(addresses.prefix(Peer.addressLimit))
    }

    /// The id of its key.
    package var id: NodeID { certificate.id }
}

extension Peer: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, role, certificate, grants, viewOf, pairedAt, lastSeen, addresses
        case isRevoked = "revoked"
        case isNamedHere, revokedAt, revokedByPeerAt
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        certificate = try container.decode(PinnedCertificate.self, forKey: .certificate)
        name = try container.decode(PeerName.self, forKey: .name)
        isNamedHere = try container.decodeIfPresent(Bool.self, forKey: .isNamedHere) ?? false
        role = try container.decode(PeerRole.self, forKey: .role)
        rights = try container.decodeRights(grants: .grants, viewOf: .viewOf)
        pairedAt = try container.decode(Within<Bounds.UTCSeconds, Int64>.self, forKey: .pairedAt).wrappedValue
        lastSeen =
            try container.decodeIfPresent(Within<Bounds.UTCSeconds, Int64>.self, forKey: .lastSeen)?.wrappedValue
        isRevoked = try container.decode(Bool.self, forKey: .isRevoked)
        revokedAt =
            try container.decodeIfPresent(Within<Bounds.UTCSeconds, Int64>.self, forKey: .revokedAt)?.wrappedValue
        revokedByPeerAt =
            try container.decodeIfPresent(Within<Bounds.UTCSeconds, Int64>.self, forKey: .revokedByPeerAt)?.wrappedValue
        addresses = Array(try container.decode([PeerAddress].self, forKey: .addresses).prefix(Peer.addressLimit))
        guard try container.decode(NodeID.self, forKey: .id) == certificate.id else {
            throw DecodingError.dataCorruptedError(
                forKey: .id, in: container, debugDescription: "the id is not that of the certificate")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        if isNamedHere { try container.encode(true, forKey: .isNamedHere) }
        try container.encode(role, forKey: .role)
        try container.encode(certificate, forKey: .certificate)
        try container.encode(rights.grants, forKey: .grants)
        try container.encodeIfPresent(rights.bound, forKey: .viewOf)
        try container.encode(pairedAt, forKey: .pairedAt)
        try container.encodeIfPresent(lastSeen, forKey: .lastSeen)
        try container.encode(isRevoked, forKey: .isRevoked)
        try container.encodeIfPresent(revokedAt, forKey: .revokedAt)
        try container.encodeIfPresent(revokedByPeerAt, forKey: .revokedByPeerAt)
        try container.encode(addresses, forKey: .addresses)
    }
}
