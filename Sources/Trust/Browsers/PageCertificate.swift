// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials
import SwiftASN1
package import SystemPackage
import Wire
import X509

/// The certificate that a node shows to browsers: it has the node's own key, but is only for a server.
///
/// The certificate that peers pin must be able to sign, because TLS libraries accept roots, not pins. A phone on which it was
/// installed would trust the node as an authority. This certificate is not an authority. It has no name constraints, because those
/// bind only the certificates that an authority signs (RFC 5280 §4.2.1.10).
package struct PageCertificate: Sendable {
    /// The certificate as DER.
    package let der: [UInt8]

    /// Makes a certificate in memory only.
    ///
    /// - Parameter hosts: the names and addresses by which browsers call the node.
    package init(of identity: NodeIdentity, for hosts: Set<String>) throws(TrustError) {
        do {
            der = try Self.certify(
                P256.Signing.PrivateKey(pemRepresentation: identity.key.reveal()), identity.id, hosts)
        } catch {
            throw .invalid(.certificate, reason: "it could not be made: \(error)")
        }
    }

    /// Reads the certificate of this home.
    ///
    /// Makes a new one if there is none, if it has another key, or if a host is missing; browsers then ask their user again. Blocks
    /// on the disk: call it at the start.
    package static func open(
        home: FilePath, of identity: NodeIdentity, for hosts: Set<String>
    ) throws(TrustError) -> PageCertificate {
        let path = home.appending("page-certificate.pem")
        if let kept = PageCertificate(at: path, of: identity, for: hosts) { return kept }
        let made = try PageCertificate(of: identity, for: hosts)
        let pem = PEMDocument(type: "CERTIFICATE", derBytes: made.der).pemString + "\n"
        try HomeFiles.replace(path, with: Data(pem.utf8))
        return made
    }

    private init?(at path: FilePath, of identity: NodeIdentity, for hosts: Set<String>) {
        guard HomeFiles.exists(path), let bytes = try? HomeFiles.read(path, limit: 1 << 16),
            let document = try? PEMDocument(pemString: String(decoding: bytes, as: UTF8.self)),
            let certificate = try? Certificate(derEncoded: document.derBytes),
            let key = P256.Signing.PublicKey(certificate.publicKey), NodeID(key) == identity.id,
            let names = try? certificate.extensions.subjectAlternativeNames,
            Set(hosts.compactMap(Self.name)).subtracting(names).isEmpty
        else { return nil }
        der = document.derBytes
    }

    /// A host as a certificate names it; nil if the text is not a host.
    private static func name(_ host: String) -> GeneralName? {
        if let address = IPAddressBytes(host) { return .ipAddress(ASN1OctetString(contentBytes: address.bytes[...])) }
        let isName = (1...253).contains(host.utf8.count) && host.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
        return isName ? .dnsName(host) : nil
    }

    private static func certify(
        _ key: P256.Signing.PrivateKey, _ id: NodeID, _ hosts: Set<String>
    ) throws -> [UInt8] {
        let subject = try DistinguishedName { CommonName(id.text) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            // Valid at any time, because a node may start without knowing the time.
            notValidBefore: Date(timeIntervalSince1970: 0),
            notValidAfter: Date(timeIntervalSince1970: 253_402_300_799),  // 9999-12-31 23:59:59, RFC 5280 §4.1.2.5
            issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(hosts.sorted().compactMap(Self.name))
                SubjectKeyIdentifier(keyIdentifier: id.digest.prefix(20))
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
