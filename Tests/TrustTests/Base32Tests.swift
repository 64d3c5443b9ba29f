// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
@testable import Trust

@Suite("Base32")
struct Base32Tests {
    @Test(
        "The examples of RFC 4648 §10, in lower case and without padding",
        arguments: [
            ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ])
    func examples(plain: String, text: String) {
        #expect(Base32.encode(plain.utf8) == text)
        #expect(Base32.decode(text.utf8) == Array(plain.utf8))
        #expect(Base32.decode(text.uppercased().utf8) == Array(plain.utf8))
    }

    @Test("What was encoded is decoded, and no other text gives the same bytes")
    func unique() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            let text = Base32.encode(bytes)
            #expect(Base32.decode(text.utf8) == bytes)
            let other = generator.mutate(Array(text.utf8))
            if let decoded = Base32.decode(other) {
                #expect(Array(Base32.encode(decoded).utf8) == other.map { (65...90).contains($0) ? $0 + 32 : $0 })
            }
        }
    }

    @Test("What is no base32 is nil", arguments: ["a", "mzx", "mz1w", "mz=", "m y", "mz", "mzxw6z", "ä"])
    func bad(text: String) {
        #expect(Base32.decode(text.utf8) == nil)
    }
}
