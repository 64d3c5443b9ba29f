// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Computes a digest of bytes that arrive in pieces.
package struct DigestBuilder: Sendable {
    private var hash = SHA256()

    /// The state before the first byte.
    package init() {}

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        // The buffer is borrowed for the call only.
        unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// The digest of all bytes added so far.
    package func finalize() -> Digest {
        let bytes = unsafe hash.finalize().withUnsafeBytes { unsafe [UInt8]($0) }
        return Digest(sha256: bytes)
    }
}
