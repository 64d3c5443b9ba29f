// SPDX-License-Identifier: Apache-2.0

/// A master key for SRTP, its salt behind it, and the cipher that both are for (RFC 3711, RFC 7714).
///
/// Shows nothing of itself in logs, errors and dumps.
public struct SRTPKey: Sendable {
    /// The cipher, by GStreamer's name: `aes-128-gcm` or `aes-256-gcm`, which authenticate as well.
    let cipher: String
    let bytes: [UInt8]

    /// Takes a key as `srtpenc` and `srtpdec` do: 16 or 32 bytes of key, then 12 bytes of salt.
    public init(cipher: String, bytes: [UInt8]) {
        (self.cipher, self.bytes) = (cipher, bytes)
    }
}

extension SRTPKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the key.
    public var description: String { "(secret)" }
    /// Nothing of the key.
    public var debugDescription: String { description }
    /// Nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
