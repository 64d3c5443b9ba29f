// SPDX-License-Identifier: Apache-2.0

/// A SHA-256 digest: proves that two nodes have the same bytes.
package struct Digest: Hashable, Sendable {
    private let storage: [UInt8]

    /// The digest of these bytes.
    package init(of bytes: [UInt8]) {
        self.init(of: bytes.span)
    }

    /// The digest of these bytes.
    package init(of bytes: Span<UInt8>) {
        var builder = DigestBuilder()
        builder.update(bytes)
        self = builder.finalize()
    }

    /// The digest with these 32 bytes; nil for any other number of them.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        storage = Array(bytes)
    }

    /// The digest written as 64 hexadecimal digits of either case; nil for any other text.
    package init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        storage = bytes
    }

    /// The digest with this output of the hash function.
    init(sha256 bytes: [UInt8]) {
        storage = bytes
    }

    /// The 32 bytes.
    package var bytes: [UInt8] { storage }

    /// The digest as 64 lower-case hexadecimal digits.
    package var hex: String { storage.hexadecimal }
}

extension Digest: CustomStringConvertible {
    /// The digest as hexadecimal digits.
    package var description: String { hex }
}

extension Digest: Codable {
    /// Reads the digest from its hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = Digest(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A SHA-256 digest has 64 hexadecimal digits."
            )
        }
        self = digest
    }

    /// Writes the digest as hexadecimal digits.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
