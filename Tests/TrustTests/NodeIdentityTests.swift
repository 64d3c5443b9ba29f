// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization
import SystemPackage
import Testing
import Trust

@Suite("Identity")
struct NodeIdentityTests {
    @Test("The first start makes an identity; later ones find the same")
    func first() throws {
        let home = try Home()
        let identity = try NodeIdentity.open(home: home.path)
        #expect(try home.names() == ["identity"])
        #expect(try home.names("identity") == ["certificate.pem", "key.pem"])
        #expect(try home.mode("identity") == 0o700)
        #expect(try home.mode("identity/key.pem") == 0o600)
        #expect(try home.text("identity/certificate.pem") == identity.certificate.pem)
        let again = try NodeIdentity.open(home: home.path)
        #expect(again.certificate == identity.certificate)
        #expect(again.key.reveal() == identity.key.reveal())
    }

    @Test("A home that is not there yet is made")
    func noHome() throws {
        let home = try Home()
        _ = try NodeIdentity.open(home: home.path.appending("a").appending("b"))
        #expect(try home.names("a/b/identity").count == 2)
    }

    @Test("Commands that are the first ones at once find one identity")
    func race() throws {
        let home = try Home()
        let ids = Mutex<[NodeID?]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let id = try? NodeIdentity.open(home: home.path.appending("node")).id
            ids.withLock { $0.append(id) }
        }
        let found = ids.withLock { $0 }
        #expect(found.count == 16 && Set(found).count == 1 && found[0] != nil)
        #expect(try home.names("node") == ["identity"])
    }

    @Test("No two identities are alike, and an id says which key it is")
    func different() throws {
        let (one, two) = (try NodeIdentity(), try NodeIdentity())
        #expect(one.id != two.id)
        #expect(try PinnedCertificate(der: one.certificate.der).id == one.id)
        #expect(try NodeID(one.id.text) == one.id)
        #expect(try NodeID(one.id.text.uppercased()) == one.id)
        #expect(one.id.text.count == 52)
        #expect(one.id.text.hasPrefix(one.id.short))
    }

    @Test("A start that was cut short leaves nothing half")
    func cutShort() throws {
        let home = try Home()
        let other = home.path.appending("other")
        let old = try NodeIdentity.open(home: other)
        // The files of a crash before the rename.
        try Home.move(other.appending("identity"), to: home.path.appending("identity.part"))
        let identity = try NodeIdentity.open(home: home.path)
        #expect(identity.id != old.id)
        #expect(try home.names() == ["identity", "other"])
    }

    @Test("A key that others can read is refused with the command that helps", arguments: [0o640, 0o604, 0o620, 0o660])
    func exposedKey(mode: Int) throws {
        let home = try Home()
        _ = try NodeIdentity.open(home: home.path)
        try home.setMode(mode, "identity/key.pem")
        let path = home.path.appending("identity").appending("key.pem").string
        let error = #expect(throws: TrustError.exposed(path: path, mode: "600")) {
            try NodeIdentity.open(home: home.path)
        }
        #expect("\(error as Any)".contains("chmod 600 \(path)"))
        try home.setMode(0o600, "identity/key.pem")
        try home.setMode(0o755, "identity")
        #expect(throws: TrustError.self) { try NodeIdentity.open(home: home.path) }
        try home.setMode(0o700, "identity")
        _ = try NodeIdentity.open(home: home.path)
    }

    @Test("A damaged identity is an error and is never replaced", arguments: ["key.pem", "certificate.pem"])
    func damaged(name: String) throws {
        let home = try Home()
        let stranger = try Home()
        _ = try NodeIdentity.open(home: home.path)
        _ = try NodeIdentity.open(home: stranger.path)
        let good = try home.text("identity/\(name)")
        let file = "identity/\(name)"
        for bad in ["", "-----BEGIN X-----", String(good.dropLast(80)), try stranger.text(file)] {
            try home.write(bad, to: file)
            let error = #expect(throws: TrustError.self) { try NodeIdentity.open(home: home.path) }
            guard case .damaged = error else {
                Issue.record("\(error as Any)")
                continue
            }
            #expect(try home.text(file) == bad)
        }
        try Home.move(
            home.path.appending("identity").appending(name), to: home.path.appending("elsewhere"))
        #expect(throws: TrustError.self) { try NodeIdentity.open(home: home.path) }
        #expect(try home.names("identity").count == 1)
    }

    @Test("OpenSSL takes the certificate for its own root, as server and as client, in any year")
    func judged() throws {
        let home = try Home()
        let identity = try NodeIdentity.open(home: home.path)
        let path = home.path.appending("identity").appending("certificate.pem").string
        for purpose in ["sslserver", "sslclient"] {
            for time in ["1", "31536000", "4102444800", "253402300000"] {
                let verdict = try OpenSSL.run(
                    "verify", "-x509_strict", "-purpose", purpose, "-attime", time, "-CAfile", path, path)
                #expect(verdict == "\(path): OK\n")
            }
        }
        let facts = try #require(
            try OpenSSL.run("x509", "-in", path, "-noout", "-dates", "-subject", "-nameopt", "RFC2253"))
        #expect(
            facts == """
                notBefore=Jan  1 00:00:00 1970 GMT
                notAfter=Dec 31 23:59:59 9999 GMT
                subject=CN=\(identity.id)

                """)
    }

    @Test("The id is the digest of the key as OpenSSL sees it")
    func digest() throws {
        let home = try Home()
        let identity = try NodeIdentity.open(home: home.path)
        let key = home.path.appending("identity").appending("key.pem").string
        let spki = home.path.appending("spki.der").string
        _ = try #require(try OpenSSL.run("pkey", "-in", key, "-pubout", "-outform", "DER", "-out", spki))
        let hex = try #require(try OpenSSL.run("dgst", "-sha256", "-r", spki)).prefix(64)
        let digest = identity.id.digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(digest == hex)
    }

    @Test("A foreign certificate is read if its key is on P-256, and only then")
    func foreign() throws {
        let home = try Home()
        for (curve, good) in [("P-256", true), ("P-384", false)] {
            let der = home.path.appending("\(curve).der").string
            let made = try OpenSSL.run(
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(curve)", "-nodes", "-subj", "/CN=x",
                "-keyout", home.path.appending("k.pem").string, "-outform", "DER", "-out", der)
            #expect(made != nil)
            let bytes = try Home.bytes(der)
            if good {
                #expect(try PinnedCertificate(der: bytes).der == bytes)
            } else {
                #expect(throws: TrustError.self) { try PinnedCertificate(der: bytes) }
            }
            #expect(throws: TrustError.self) { try PinnedCertificate(der: bytes + [0]) }
        }
        #expect(throws: TrustError.self) { try PinnedCertificate(der: Array(repeating: 48, count: 5_000)) }
    }
}
