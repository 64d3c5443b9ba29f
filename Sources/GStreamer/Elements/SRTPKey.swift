// SPDX-License-Identifier: Apache-2.0

/// An SRTP master key, followed by its salt, and the cipher for both (RFC 3711, RFC 7714).
///
/// Its descriptions and dumps do not show it.
public struct SRTPKey: Sendable {
    /// The cipher, by GStreamer's name: `aes-128-gcm` or `aes-256-gcm`, which authenticate, too.
    let cipher: String
    let bytes: [UInt8]

    /// Takes a key in the form of `srtpenc` and `srtpdec`: 16 or 32 bytes of key, then 12 bytes of salt.
    public init(cipher: String, bytes: [UInt8]) {
        (self.cipher, self.bytes) = (cipher, bytes)
    }
}

extension SRTPKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Does not show the key.
    public var description: String { "(secret)" }
    /// Does not show the key.
    public var debugDescription: String { description }
    /// Does not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
