// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials
import SwiftASN1
import X509

/// The certificate that identifies a peer, byte for byte.
///
/// Another certificate for the same key is another identity, and is refused.
package struct PinnedCertificate: Hashable, Sendable {
    /// The certificate as DER.
    package let der: [UInt8]
    /// The id of its key.
    package let id: NodeID

    /// The size of the largest certificate, in bytes of DER.
    package static let sizeLimit = 4_096

    /// Reads a certificate, which must carry a P-256 key.
    ///
    /// Checks no dates, names or signature: TLS proves who holds the key, and a pairing decided who that is.
    package init(der: [UInt8]) throws(TrustError) {
        guard der.count <= PinnedCertificate.sizeLimit else {
            throw .invalid(.certificate, reason: "it is larger than \(PinnedCertificate.sizeLimit) bytes")
        }
        guard let certificate = try? Certificate(derEncoded: der) else {
            throw .invalid(.certificate, reason: "it is not X.509 in DER")
        }
        guard let key = P256.Signing.PublicKey(certificate.publicKey) else {
            throw .invalid(.certificate, reason: "its key is not on the curve P-256")
        }
        (self.der, id) = (der, NodeID(key))
    }

    /// The certificate as PEM.
    package var pem: String {
        PEMDocument(type: "CERTIFICATE", derBytes: der).pemString + "\n"
    }
}

extension PinnedCertificate: Codable {
    /// Reads base64 of the DER.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count <= PinnedCertificate.sizeLimit * 2, let der = Data(base64Encoded: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the base64 of a certificate")
        }
        self = try PinnedCertificate(der: Array(der))
    }

    /// Writes base64 of the DER.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(der).base64EncodedString())
    }
}
