// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Wire

/// The joiner's first message: its name, its role, and a commitment to its nonce.
package struct PairingHello: Codable, Sendable, Equatable {
    /// The version of the protocol; this is 1.
    @Within<Bounds.Version, Int> package var version: Int
    /// The commitment to a nonce that the joiner reveals only after it has the owner's nonce.
    package var commitment: Bytes32
    /// The name that the joiner claims.
    package var name: PeerName
    /// The role that the joiner claims.
    package var role: PeerRole
    /// The grants that the joiner requests on the owner's node.
    package var wants: Grants
    /// The grants that the joiner gives to the owner's node.
    package var gives: Grants
}

/// The owner's answer to the first message: its name, its role and its nonce.
package struct PairingHelloAnswer: Codable, Sendable, Equatable {
    /// The id of the attempt in later messages: 24 characters of base32.
    package var session: String
    /// The owner's nonce.
    package var nonce: Bytes32
    /// The name that the owner's node claims.
    package var name: PeerName
    /// The role that the owner's node claims.
    package var role: PeerRole
}

/// The joiner's second message: it proves that the joiner knows the code and has the same transcript.
package struct PairingProof: Codable, Sendable, Equatable {
    /// The nonce of the commitment.
    package var nonce: Bytes32
    /// The joiner's confirmation.
    package var mac: Bytes32
    /// The joiner's node port for later connections, a hint; nil if it is no node, and from older versions.
    package var port: UInt16?
}

/// The owner's answer to the second message: it proves the same of the owner's node.
package struct PairingProofAnswer: Codable, Sendable, Equatable {
    /// The owner's confirmation.
    package var mac: Bytes32
}

/// The owner's decision so far; the joiner polls until it is not `waiting`.
package struct PairingVerdict: Codable, Sendable, Equatable {
    /// The outcome of an attempt.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// The owner has not decided yet.
        case waiting
        /// The joiner is admitted.
        case approved
        /// The owner has refused the joiner.
        case denied
        /// The window was closed before the owner decided.
        case closed
    }

    /// The outcome of the attempt.
    package var state: State
    /// The joiner's grants on the owner's node; empty unless approved.
    package var granted: Grants
    /// The cameras to which the joiner's view is bounded; nil if it is not, and from older versions.
    package var viewOf: [NodeID]?
    /// The grants that the joiner gives to the owner's node; empty unless approved.
    package var given: Grants
    /// The owner's node port for later connections, a hint; nil unless approved.
    package var port: UInt16?

    /// Describes a decision.
    package init(_ state: State, granted: Rights = Rights([]), given: Grants = []) {
        (self.state, self.granted, self.viewOf, self.given) = (state, granted.grants, granted.bound, given)
    }

    /// The joiner's rights on the owner's node.
    package var rights: Rights { Rights(granted, viewOf: viewOf ?? []) }
}

/// Reads the messages of a pairing.
package enum PairingMessage {
    /// The size of the largest message, in bytes.
    package static let sizeLimit = 4_096

    /// Decodes a message from an untrusted sender.
    package static func decode<Message: Decodable>(_ type: Message.Type, from data: Data) throws(TrustError) -> Message
    {
        guard data.count <= sizeLimit else {
            throw .invalid(.message, reason: "it is larger than \(sizeLimit) bytes")
        }
        do {
            return try JSON.decode(type, from: data)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .invalid(.message, reason: (error as? DecodingError)?.place ?? "it is not JSON")
        }
    }
}
