// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials

/// Exactly 32 bytes, encoded as base64: a nonce, a commitment or a message authentication code.
///
/// Comparison takes constant time.
package struct Bytes32: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Wraps 32 bytes; nil for any other count.
    package init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == 32 else { return nil }
    }

    /// Makes 32 random bytes.
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = generator.bytes(32)
    }

    init(_ digest: SHA256.Digest) {
        bytes = Array(digest)
    }

    init(_ code: HMAC<SHA256>.MAC) {
        bytes = Array(code)
    }
}

extension Bytes32: Equatable {
    package static func == (left: Bytes32, right: Bytes32) -> Bool {
        // Digests compare in constant time.
        SHA256.hash(data: left.bytes) == SHA256.hash(data: right.bytes)
    }
}

extension Bytes32: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Bytes32: Codable {
    /// Reads base64.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count == 44, let data = Data(base64Encoded: text), let bytes = Bytes32(data) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the base64 of 32 bytes")
        }
        self = bytes
    }

    /// Writes base64.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }
}
