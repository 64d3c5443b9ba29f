// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Connects to a node with OpenSSL, curl and other clients that share no code with it.
@Suite("Strangers at a node's port", .serialized, .timeLimit(.minutes(4)))
struct StrangerTests {
    /// The output of OpenSSL for a request, with some options.
    private func openssl(_ address: String, _ options: String) async throws -> String {
        let request = "printf 'GET /v1/node HTTP/1.1\\r\\nHost: evil.example\\r\\nConnection: close\\r\\n\\r\\n'"
        return try await Tool.run(
            "sh",
            [
                "-c",
                "\(request) | timeout 40 openssl s_client -quiet -connect \(address) \(options) 2>/dev/null",
            ]
        ).output
    }

    @Test(
        "OpenSSL: TLS 1.2, another key, the right key with another certificate: nothing; none: the page's address; the owner: an answer"
    )
    func handshakes() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.pair()
        let (own, guest) = (nodes.cameraHome + "/identity", nodes.recorderHome + "/identity")
        func certificate(_ folder: String) -> String { "-cert \(folder)/certificate.pem -key \(folder)/key.pem" }

        #expect(try await openssl(address, certificate(own)).contains("200 OK"), "the host field means nothing here")
        #expect(try await openssl(address, certificate(guest)).contains("200 OK"))
        #expect(try await openssl(address, certificate(own) + " -tls1_2").isEmpty)
        let anonymous = try await openssl(address, "")
        #expect(anonymous.hasPrefix("HTTP/1.1 421 ") && !anonymous.contains("200 OK"), "\(anonymous)")
        let folder = nodes.home.file("forged")
        let forge = """
            mkdir \(folder) && cd \(folder) &&
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out certificate.pem \
                -subj /CN=stranger -days 9999 2>/dev/null &&
            openssl req -x509 -key \(guest)/key.pem -out reissued.pem -subj /CN=reissued -days 9999 &&
            openssl req -x509 -newkey rsa:2048 -nodes -keyout rsa.key -out rsa.pem -subj /CN=rsa -days 9999 2>/dev/null
            """
        #expect(try await Tool.run("sh", ["-c", forge]).code == 0)
        #expect(try await openssl(address, certificate(folder)).isEmpty, "a stranger's key")
        #expect(try await openssl(address, "-cert \(folder)/reissued.pem -key \(guest)/key.pem").isEmpty, "reissued")
        #expect(try await openssl(address, "-cert \(folder)/rsa.pem -key \(folder)/rsa.key").isEmpty, "RSA")
        #expect(try await openssl(address, certificate(guest)).contains("200 OK"), "and nobody was harmed")
    }

    @Test(
        "No clock matters: in 1971 and in 2100 a paired node is known, and its owner too",
        arguments: ["1971-01-01", "2100-01-01"])
    func clocks(_ date: String) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let listed = try await Tool.run(
            "faketime", [date, Tool.longshot, "pair", "list", "--home", nodes.cameraHome, "--json"])
        #expect(listed.code == 0, "\(listed.errors)")
        try await nodes.pair()
        let doctor = try await Tool.run("faketime", [date, Tool.longshot, "doctor", "--home", nodes.recorderHome])
        #expect(doctor.output.contains("its clock is"), "\(doctor.output)\(doctor.errors)")
    }

    @Test("The doctor names a closed port, a wrong key, and that we were revoked")
    func doctor() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.pair()
        func says(_ words: String) async throws -> Bool {
            let outcome = try await Tool.longshot("doctor", "--home", nodes.recorderHome)
            return outcome.output.contains(words)
        }
        #expect(try await says("answers at \(address)"))
        #expect(try await says("Avahi"))
        let list = try await Tool.longshot("pair", "list", "--home", nodes.cameraHome)
        let id = String(try #require(list.output.split(separator: " ").first))
        #expect(try await Tool.longshot("pair", "revoke", id, "--home", nodes.cameraHome).code == 0)
        #expect(try await says(" revoked "))
        #expect(try await camera.terminate().code == 0)
        #expect(try await says("the port is closed"))
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let other = try Child(
            [
                "camera", "--home", nodes.home.file("other"), "--host", "127.0.0.1", "--port", port, "--no-page",
                "--set",
                "format.caps=" + Picture.small,
            ], home: nodes.home)
        _ = try await other.address()
        #expect(try await says("shows another key"))
        #expect(try await Tool.longshot("doctor", "--home", nodes.recorderHome).code == 1)
    }
}
