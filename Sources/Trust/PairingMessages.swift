// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Wire

/// The joiner's first message: who it is, and a promise that it has chosen its nonce.
package struct PairingHello: Codable, Sendable, Equatable {
    /// The version of the protocol; this is 1.
    @Within<Bounds.Version, Int> package var version: Int
    /// Binds the joiner to a nonce that it shows only after it has seen the owner's.
    package var commitment: Bytes32
    /// What the joiner calls itself.
    package var name: PeerName
    /// What the joiner is.
    package var role: PeerRole
    /// What the joiner would like to do on the owner's node.
    package var wants: Grants
    /// What the owner's node may do on the joiner, if they pair.
    package var gives: Grants
}

/// The owner's answer to the first message: who it is, and its nonce.
package struct PairingHelloAnswer: Codable, Sendable, Equatable {
    /// Names the attempt in what follows: 24 characters of base32.
    package var session: String
    /// The owner's nonce.
    package var nonce: Bytes32
    /// What the owner's node calls itself.
    package var name: PeerName
    /// What the owner's node is.
    package var role: PeerRole
}

/// The joiner's second message: it knows the code, and talks to the node that it thinks it talks to.
package struct PairingProof: Codable, Sendable, Equatable {
    /// The nonce that was promised.
    package var nonce: Bytes32
    /// The joiner's confirmation.
    package var mac: Bytes32
}

/// The owner's answer to the second message: so does it.
package struct PairingProofAnswer: Codable, Sendable, Equatable {
    /// The owner's confirmation.
    package var mac: Bytes32
}

/// What the owner has decided so far, asked for until it is not `waiting`.
package struct PairingVerdict: Codable, Sendable, Equatable {
    /// What became of an attempt.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// The owner has not decided yet.
        case waiting
        /// The joiner is in.
        case approved
        /// The owner has refused it.
        case denied
        /// The window was closed before the owner decided.
        case closed
    }

    /// What became of the attempt.
    package var state: State
    /// What the joiner may do on the owner's node; nothing unless approved.
    package var granted: Grants
    /// The cameras that the joiner may view, if it may not view all of them; versions before it left this out.
    package var viewOf: [NodeID]?
    /// What the owner's node may do on the joiner, as the joiner said; nothing unless approved.
    package var given: Grants
    /// The owner's node port, once approved: where the joiner finds it from now on, a hint.
    package var port: UInt16?

    /// A decision.
    package init(_ state: State, granted: Rights = Rights([]), given: Grants = []) {
        (self.state, self.granted, self.viewOf, self.given) = (state, granted.grants, granted.bound, given)
    }

    /// What the joiner may do on the owner's node.
    package var rights: Rights { Rights(granted, viewOf: viewOf ?? []) }
}

/// Reads the messages of a pairing.
package enum PairingMessage {
    /// No message is larger.
    package static let sizeLimit = 4_096

    /// Reads a message that came from a stranger.
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
