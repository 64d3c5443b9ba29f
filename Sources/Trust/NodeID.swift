// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// A node's name for ever: the SHA-256 of its public key, in base32.
///
/// The key is hashed as the certificate carries it (DER SubjectPublicKeyInfo), so that `curl --pinnedpubkey` and the
/// node speak of the same 32 bytes.
package struct NodeID: Hashable, Sendable {
    /// The 32 bytes of the digest.
    package let digest: [UInt8]

    /// The id of a public key.
    init(_ key: P256.Signing.PublicKey) {
        digest = Array(SHA256.hash(data: key.derRepresentation))
    }

    /// Reads 52 characters of base32 in either case.
    package init(_ text: String) throws(TrustError) {
        guard text.utf8.count == NodeID.length else {
            throw .invalid(.nodeID, reason: "it has \(text.utf8.count) characters instead of \(NodeID.length)")
        }
        guard let digest = Base32.decode(text.utf8), digest.count == 32 else {
            throw .invalid(.nodeID, reason: "it is not base32: letters, and digits from 2 to 7")
        }
        self.digest = digest
    }

    /// The id as 52 characters of lower-case base32.
    package var text: String { Base32.encode(digest) }

    /// The first characters, for people; never to decide by.
    package var short: String { String(text.prefix(7)) }

    private static let length = 52
}

extension NodeID: CustomStringConvertible {
    package var description: String { text }
}

extension NodeID: Comparable {
    package static func < (left: NodeID, right: NodeID) -> Bool {
        left.digest.lexicographicallyPrecedes(right.digest)
    }
}

extension NodeID: Codable {
    /// Reads the 52 characters.
    package init(from decoder: any Decoder) throws {
        self = try NodeID(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the 52 characters.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
