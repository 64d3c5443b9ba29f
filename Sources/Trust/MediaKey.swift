// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// An AES-GCM key for one live session's media, and the SSRC that it protects.
///
/// New for each session and each resumption, and never stored.
package struct MediaKey: Sendable {
    /// A cipher, by GStreamer's name (RFC 7714).
    package enum Cipher: String, Codable, Sendable, CaseIterable {
        /// 16 bytes of key.
        case aes128 = "aes-128-gcm"
        /// 32 bytes of key.
        case aes256 = "aes-256-gcm"

        /// The size of a master key with its 12 bytes of salt, in bytes.
        package var keySize: Int {
            switch self {
            case .aes128: 28
            case .aes256: 44
            }
        }
    }

    /// The cipher.
    package let cipher: Cipher
    /// The SSRC of the packets; never 0, which GStreamer reads as "any".
    package let ssrc: UInt32
    /// The master key, then the salt: what `srtpenc` and `srtpdec` take.
    package let key: Secret<[UInt8]>

    /// Makes a random key and SSRC.
    package init(_ cipher: Cipher = .aes256, using generator: inout some RandomNumberGenerator) {
        self.cipher = cipher
        ssrc = UInt32.random(in: 1...UInt32.max, using: &generator)
        key = Secret(generator.bytes(cipher.keySize))
    }

    /// Reads a key from the control channel.
    package init(_ cipher: Cipher, ssrc: UInt32, base64: String) throws(TrustError) {
        guard ssrc != 0 else { throw .invalid(.mediaKey, reason: "its SSRC is 0") }
        guard base64.utf8.count <= 64, let data = Data(base64Encoded: base64), data.count == cipher.keySize else {
            throw .invalid(.mediaKey, reason: "it is not the base64 of \(cipher.keySize) bytes")
        }
        (self.cipher, self.ssrc, key) = (cipher, ssrc, Secret(Array(data)))
    }

    /// The key as base64, only for the control channel.
    package var base64: String { Data(key.reveal()).base64EncodedString() }
}
