// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials
import SwiftASN1
package import SystemPackage
import X509

/// This node's key, and its only certificate.
///
/// Stored in `HOME/identity`, which is created atomically. A program that can read `key.pem` can act as the node.
package struct NodeIdentity: Sendable {
    /// The certificate that peers pin.
    package let certificate: PinnedCertificate
    /// The private key as PEM (PKCS #8).
    package let key: Secret<String>

    /// The node's permanent id.
    package var id: NodeID { certificate.id }

    /// Makes an identity in memory only.
    package init() throws(TrustError) {
        let key = P256.Signing.PrivateKey()
        do {
            certificate = try PinnedCertificate(der: try NodeIdentity.certify(key))
        } catch let error as TrustError {
            throw error
        } catch {
            throw .invalid(.certificate, reason: "it could not be made: \(error)")
        }
        self.key = Secret(key.pemRepresentation + "\n")
    }

    /// Reads the identity of this home, or makes one if there is none.
    ///
    /// Blocks on the disk: call it once, at the start.
    package static func open(home: FilePath) throws(TrustError) -> NodeIdentity {
        let directory = home.appending("identity")
        guard !HomeFiles.exists(directory) else { return try NodeIdentity(from: directory) }
        // Two commands may be the first ones at once.
        return try HomeFiles.alone(in: home) { () throws(TrustError) in
            try HomeFiles.exists(directory) ? NodeIdentity(from: directory) : make(in: directory)
        }
    }

    private init(from directory: FilePath) throws(TrustError) {
        let (keyPath, certificatePath) = (directory.appending("key.pem"), directory.appending("certificate.pem"))
        try HomeFiles.refuseExposed(directory, mode: "700")
        try HomeFiles.refuseExposed(keyPath, mode: "600")
        let keyText = String(decoding: try HomeFiles.read(keyPath, limit: 1 << 14), as: UTF8.self)
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyText) else {
            throw .damaged(path: keyPath.string, reason: "it holds no P-256 key in PEM")
        }
        let text = String(decoding: try HomeFiles.read(certificatePath, limit: 1 << 14), as: UTF8.self)
        guard let document = try? PEMDocument(pemString: text), document.discriminator == "CERTIFICATE" else {
            throw .damaged(path: certificatePath.string, reason: "it holds no certificate in PEM")
        }
        guard let certificate = try? PinnedCertificate(der: document.derBytes), certificate.id == NodeID(key.publicKey)
        else {
            throw .damaged(path: certificatePath.string, reason: "it belongs to another key than key.pem")
        }
        (self.certificate, self.key) = (certificate, Secret(keyText))
    }

    private static func make(in directory: FilePath) throws(TrustError) -> NodeIdentity {
        let identity = try NodeIdentity()
        let part = directory.removingLastComponent().appending("identity.part")
        try HomeFiles.makePrivateDirectory(part)
        try HomeFiles.create(part.appending("key.pem"), holding: identity.key.reveal(), mode: .ownerReadWrite)
        try HomeFiles.create(
            part.appending("certificate.pem"), holding: identity.certificate.pem,
            mode: [.ownerReadWrite, .groupRead, .otherRead])
        try HomeFiles.publish(part, as: directory)
        return identity
    }

    /// Signs a certificate that states only the id of its key.
    ///
    /// It is its own trust root, because TLS libraries accept roots, not pins. It is valid at any time.
    private static func certify(_ key: P256.Signing.PrivateKey) throws -> [UInt8] {
        let subject = try DistinguishedName { CommonName(NodeID(key.publicKey).text) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 0),
            notValidAfter: Date(timeIntervalSince1970: 253_402_300_799),  // 9999-12-31 23:59:59, RFC 5280 §4.1.2.5
            issuer: subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                // BoringSSL treats a certificate as self-signed only if it may sign certificates.
                Critical(KeyUsage(digitalSignature: true, keyCertSign: true))
                try ExtendedKeyUsage([.serverAuth, .clientAuth])
                SubjectKeyIdentifier(keyIdentifier: NodeID(key.publicKey).digest.prefix(20))
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
