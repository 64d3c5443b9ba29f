// SPDX-License-Identifier: Apache-2.0

import Foundation
import Media
import Testing
import TestSupport

@Suite("Digests")
struct DigestTests {
    @Test("The digest of `abc` is that of FIPS 180-4")
    func known() {
        let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Digest(of: Array("abc".utf8)).hex == hex)
        #expect(Digest(hex: hex.uppercased()) == Digest(of: Array("abc".utf8)))
    }

    @Test("Bytes in pieces have the digest of the whole")
    func pieces() {
        var generator = SeededGenerator(seed: 2)
        let bytes = generator.bytes(10_000)
        var builder = DigestBuilder()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(777, rest.count), using: &generator)
            builder.update(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(builder.finalize() == Digest(of: bytes))
    }

    @Test(
        "Text that is not 64 hexadecimal digits is no digest", arguments: ["", "ab", String(repeating: "g", count: 64)])
    func notHex(text: String) {
        #expect(Digest(hex: text) == nil)
    }

    @Test("A digest travels as hexadecimal text")
    func coding() throws {
        let digest = Digest(of: [1, 2, 3])
        let data = try JSONEncoder().encode([digest])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(digest.hex)\"]")
        #expect(try JSONDecoder().decode([Digest].self, from: data) == [digest])
    }
}
