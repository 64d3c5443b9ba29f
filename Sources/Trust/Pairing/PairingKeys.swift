// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// The keys that both sides of a pairing derive from the code and the transcript (HKDF and HMAC with SHA-256).
///
/// A man in the middle has other keys in its TLS connections, so its transcript differs and it cannot confirm. To use what it
/// records, it would have to guess the 80 bits of the code.
struct PairingKeys {
    enum Side: String {
        case joiner, owner
    }

    /// Four words to compare, the same on both screens.
    let words: [String]
    private let confirmation: SymmetricKey
    private let transcript: Bytes32

    init(code: PairingCode, transcript: PairingTranscript) {
        let root = HKDF<SHA256>.extract(
            inputKeyMaterial: SymmetricKey(data: code.secret.reveal()),
            salt: transcript.joinerNonce.bytes + transcript.ownerNonce.bytes)
        self.transcript = transcript.digest
        func derive(_ label: String, count: Int) -> ArraySlice<UInt8> {
            PairingKeys.expand(root, Array(label.utf8) + transcript.digest.bytes, count: count)
        }
        confirmation = SymmetricKey(data: derive("longshot pairing 1 confirm", count: 32))
        words = derive("longshot pairing 1 words", count: 4).map { PairingWords.list[Int($0)] }
    }

    /// The confirmation of a side.
    func mac(of side: Side) -> Bytes32 {
        Bytes32(HMAC<SHA256>.authenticationCode(for: message(side), using: confirmation))
    }

    /// Whether this is the confirmation of a side; takes constant time.
    func isValid(_ mac: Bytes32, of side: Side) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(mac.bytes, authenticating: message(side), using: confirmation)
    }

    private func message(_ side: Side) -> [UInt8] {
        Array("longshot pairing 1 \(side.rawValue)".utf8) + transcript.bytes
    }

    /// HKDF-Expand (RFC 5869 §2.3) for at most 32 bytes, which is its first block.
    ///
    /// The library's own function returns only keys, and words and tags are not keys.
    static func expand(_ root: HMAC<SHA256>.MAC, _ info: [UInt8], count: Int) -> ArraySlice<UInt8> {
        Array(HMAC<SHA256>.authenticationCode(for: info + [1], using: SymmetricKey(data: root))).prefix(count)
    }
}
