// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Trust

@Suite("The certificate for browsers")
struct PageCertificateTests {
    private static let hosts: Set = ["porch", "porch.local", "192.0.2.7", "2001:db8::7"]

    private func pem(_ der: [UInt8]) -> String {
        let lines = Data(der).base64EncodedString(options: .lineLength64Characters)
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }

    @Test("OpenSSL: a server of these names, of the node's key, and no authority")
    func judged() async throws {
        let home = try Home()
        let identity = try NodeIdentity()
        let (page, key) = (home.path.appending("page.pem").string, home.path.appending("key.pem").string)
        try pem(PageCertificate(of: identity, for: Self.hosts).der).write(
            toFile: page, atomically: true, encoding: .utf8)
        try identity.key.reveal().write(toFile: key, atomically: true, encoding: .utf8)
        let text = try #require(try OpenSSL.run("x509", "-in", page, "-noout", "-text"))
        for part in [
            "X509v3 Basic Constraints: critical", "CA:FALSE", "X509v3 Key Usage: critical", "Digital Signature",
            "TLS Web Server Authentication", "DNS:porch.local", "IP Address:192.0.2.7",
        ] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        for part in ["CA:TRUE", "Certificate Sign", "TLS Web Client", "Name Constraints"] {
            #expect(!text.contains(part), "\(part): \(text)")
        }
        func isTrusted(_ option: String, _ value: String) throws -> Bool {
            try OpenSSL.run("verify", "-partial_chain", "-trusted", page, option, value, page) != nil
        }
        #expect(try isTrusted("-purpose", "sslserver") && isTrusted("-verify_hostname", "porch.local"))
        #expect(try isTrusted("-verify_ip", "192.0.2.7") && isTrusted("-verify_ip", "2001:db8::7"))
        #expect(try !isTrusted("-purpose", "sslclient") && !isTrusted("-verify_hostname", "other.example"))
        // A client that trusts the page's certificate rejects certificates that the page's key signs for other names.
        let (request, forged) = (home.path.appending("r.pem").string, home.path.appending("forged.pem").string)
        let other = home.path.appending("other.pem").string
        _ = try #require(
            try OpenSSL.run(
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", other,
                "-out", request, "-subj", "/CN=bank.example"))
        _ = try #require(
            try OpenSSL.run(
                "x509", "-req", "-in", request, "-CA", page, "-CAkey", key, "-CAcreateserial", "-out", forged))
        #expect(try OpenSSL.run("verify", "-CAfile", page, forged) == nil)
    }

    @Test(
        "It is kept over restarts, and made anew for another host, another key or when it is damaged; the identity stays"
    )
    func kept() throws {
        let home = try Home()
        let identity = try NodeIdentity.open(home: home.path)
        let first = try PageCertificate.open(home: home.path, of: identity, for: Self.hosts)
        #expect(try PageCertificate.open(home: home.path, of: identity, for: Self.hosts).der == first.der)
        let fewer = Self.hosts.subtracting(["porch"])
        #expect(try PageCertificate.open(home: home.path, of: identity, for: fewer).der == first.der)
        let more = try PageCertificate.open(home: home.path, of: identity, for: Self.hosts.union(["gate"]))
        #expect(more.der != first.der)
        #expect(try PageCertificate.open(home: home.path, of: NodeIdentity(), for: Self.hosts).der != more.der)
        try "no certificate".write(
            toFile: home.path.appending("page-certificate.pem").string, atomically: true, encoding: .utf8)
        let anew = try PageCertificate.open(home: home.path, of: identity, for: Self.hosts)
        #expect(try PageCertificate.open(home: home.path, of: identity, for: Self.hosts).der == anew.der)
        #expect(try NodeIdentity.open(home: home.path).certificate == identity.certificate)
    }
}
