// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials
import SwiftASN1
package import SystemPackage
import Wire
import X509

/// The certificate that a node shows to browsers: of the node's own key, but for a server only.
///
/// The certificate that peers pin must be able to sign, because TLS libraries take roots and not pins. A phone on which
/// that one was installed would take the node for an authority; this one cannot be one. It has no name constraints: those
/// bind the certificates that an authority signs, and mean nothing in others (RFC 5280 §4.2.1.10).
package struct PageCertificate: Sendable {
    /// The certificate as DER.
    package let der: [UInt8]

    /// A new one, in memory only.
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

    /// The one of this home.
    ///
    /// A new one is made when there is none, when it is of another key, and when a host is missing:
    /// browsers ask their user once more then.
    ///
    /// Reads and writes a small file: call it at the start.
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

    /// A host as it stands in a certificate; nil for what is no host.
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
            // No clock matters: a node may start without knowing the time.
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
