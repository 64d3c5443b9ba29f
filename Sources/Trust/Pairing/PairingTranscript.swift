// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// Everything that both sides have sent before they confirm; if they received different things, the digests differ.
struct PairingTranscript {
    let joiner: PairingParty
    let owner: PairingParty
    let joinerNonce: Bytes32
    let ownerNonce: Bytes32
    let session: String
    let wants: Grants
    let gives: Grants

    /// SHA-256 over all fields in a fixed order, each with its length before it.
    var digest: Bytes32 {
        var hash = SHA256()
        hash.update(field: "longshot pairing 1 transcript".utf8)
        hash.update(field: joinerNonce.bytes)
        hash.update(field: ownerNonce.bytes)
        hash.update(field: session.utf8)
        for party in [joiner, owner] {
            hash.update(field: party.id.digest)
            hash.update(field: party.role.rawValue.utf8)
            hash.update(field: party.name.text.utf8)
        }
        hash.update(field: wants.description.utf8)
        hash.update(field: gives.description.utf8)
        return Bytes32(hash.finalize())
    }

    /// The joiner's commitment to a nonce, sent before the nonce.
    static func commitment(to nonce: Bytes32) -> Bytes32 {
        var hash = SHA256()
        hash.update(field: "longshot pairing 1 commitment".utf8)
        hash.update(field: nonce.bytes)
        return Bytes32(hash.finalize())
    }
}

extension SHA256 {
    /// Hashes a field with its length (2 bytes) before it, so that different lists of fields have different digests.
    fileprivate mutating func update(field: some Collection<UInt8>) {
        let length = [UInt8(truncatingIfNeeded: field.count >> 8), UInt8(truncatingIfNeeded: field.count)]
        update(data: length + Array(field))
    }
}
