// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("Node addresses")
struct NodeAddressTests {
    @Test(
        "What a person writes is understood",
        arguments: [
            ("127.0.0.1:5664", "127.0.0.1", 5_664, "127.0.0.1:5664"),
            ("https://127.0.0.1:5664", "127.0.0.1", 5_664, "127.0.0.1:5664"),
            ("HTTPS://localhost:1/", "localhost", 1, "localhost:1"),
            ("[::1]:65535", "::1", 65_535, "[::1]:65535"),
            ("https://[fe80::1]:80", "fe80::1", 80, "[fe80::1]:80"),
            ("box-1.local:5664", "box-1.local", 5_664, "box-1.local:5664"),
        ])
    func good(text: String, host: String, port: Int, description: String) throws {
        let address = try NodeAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect("\(address)" == description)
        #expect(try NodeAddress("\(address)") == address)
    }

    @Test("A missing port is the default one, if there is one")
    func defaultPort() throws {
        #expect(try NodeAddress("box", defaultPort: 5_664).port == 5_664)
        #expect(try NodeAddress("[::1]", defaultPort: 5_664).port == 5_664)
        #expect(throws: BadNodeAddress(text: "box", reason: "the port is missing")) {
            try NodeAddress("box")
        }
    }

    @Test(
        "What is no address is refused with a reason",
        arguments: [
            "", "https://", "http://127.0.0.1:5664", "ftp://x:1", ":5664", "x:", "x:0", "x:65536", "x:-1",
            "x:+1a", "x:1:2",
            "::1:5664", "[::1:5664", "[::1]x:5", "[x]:5", "a b:5", "x:5/path", "user@x:5", "x/y:5", "x?:5",
            "ä:5", "x:５",
        ])
    func bad(text: String) {
        let error = #expect(throws: BadNodeAddress.self) { try NodeAddress(text, defaultPort: 1) }
        #expect(error?.text == text)
        #expect(error?.reason.isEmpty == false)
        #expect("\(error as Any)".contains("\"\(text)\""))
    }
}
