// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// The secret of one pairing window: 80 random bits, shown as `XXXX-XXXX-XXXX-XXXX`.
///
/// With 80 bits, a recorded confirmation does not help to guess the code offline; a short number would not suffice.
package struct PairingCode: Sendable {
    let secret: Secret<[UInt8]>

    private static let size = 10

    /// Makes a random code.
    package init(using generator: inout some RandomNumberGenerator) {
        secret = Secret(generator.bytes(PairingCode.size))
    }

    /// Reads a typed code in either case, with or without spaces and dashes.
    ///
    /// `0`, `1` and `8`, which a code never has, are read as `O`, `I` and `B`.
    package init(_ text: String) throws(TrustError) {
        guard text.utf8.count <= 64 else { throw .invalid(.pairingCode, reason: "it is too long") }
        let characters = text.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"): nil
            case UInt8(ascii: "0"): UInt8(ascii: "O")
            case UInt8(ascii: "1"): UInt8(ascii: "I")
            case UInt8(ascii: "8"): UInt8(ascii: "B")
            default: byte
            }
        }
        guard characters.count == 16 else {
            throw .invalid(.pairingCode, reason: "it has \(characters.count) characters instead of 16")
        }
        guard let bytes = Base32.decode(characters) else {
            throw .invalid(.pairingCode, reason: "it is made of letters, and digits from 2 to 7")
        }
        secret = Secret(bytes)
    }

    /// The code without dashes, for links.
    package var text: String { Base32.encode(secret.reveal()).uppercased() }

    /// The code for people, in groups of four.
    package var grouped: String {
        let text = Array(text)
        return stride(from: 0, to: text.count, by: 4).map { String(text[$0..<$0 + 4]) }.joined(separator: "-")
    }

    /// The tag that a node may announce while its window is open: 8 characters of base32.
    ///
    /// It leads a typed code to its node. It does not reveal the code, and is not a credential.
    package var windowTag: String {
        let root = HKDF<SHA256>.extract(inputKeyMaterial: SymmetricKey(data: secret.reveal()), salt: [UInt8]())
        return Base32.encode(PairingKeys.expand(root, Array("longshot pairing 1 window".utf8), count: 5))
    }
}

extension PairingCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
