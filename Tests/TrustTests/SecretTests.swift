// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import Trust

@Suite("Secrets")
struct SecretTests {
    @Test("No way of printing a secret shows it")
    func printing() throws {
        var generator = SeededGenerator(seed: 1)
        let code = PairingCode(using: &generator)
        let key = MediaKey(using: &generator)
        let ticket = try Self.ticket(&generator)
        let identity = try NodeIdentity()
        let link = try PairingLink(
            node: identity.id, name: try PeerName("box"), addresses: [try PeerAddress("box:1")], code: code)
        let hidden = [
            code.text, code.grouped, key.base64, "swordfish", "\(key.key.reveal())", "\(ticket.token.reveal())",
            "PRIVATE KEY",
        ]
        let secrets: [Any] = [
            code, key, ticket, identity, link, Secret("swordfish"), Secret(["swordfish"]), [Secret("swordfish")],
            Optional(Secret("swordfish")) as Any,
        ]
        for secret in secrets {
            var dumped = ""
            dump(secret, to: &dumped)
            for text in ["\(secret)", String(describing: secret), String(reflecting: secret), dumped] {
                for word in hidden { #expect(!text.contains(word), "\(type(of: secret))") }
            }
        }
        #expect("\(Secret("swordfish"))" == "(secret)")
        #expect(Secret("swordfish").reveal() == "swordfish")
        #expect(link.text.contains(code.text))
    }

    static func ticket(_ generator: inout SeededGenerator) throws -> ResumptionTokens.Ticket {
        var tokens = ResumptionTokens()
        return try tokens.begin(NodeIdentity().id, now: 0, using: &generator)
    }
}
