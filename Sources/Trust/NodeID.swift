// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// A node's permanent identifier: the SHA-256 of its public key, in base32.
///
/// The hash is over the key's DER SubjectPublicKeyInfo, as in `curl --pinnedpubkey`.
package struct NodeID: Hashable, Sendable {
    /// The 32 bytes of the digest.
    package let digest: [UInt8]

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

    /// The first seven characters, for display; never use them in decisions.
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
