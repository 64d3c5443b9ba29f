// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import Trust

@Suite("Media keys")
struct MediaKeyTests {
    @Test("A key has the size that its cipher takes, and travels", arguments: MediaKey.Cipher.allCases)
    func travelling(cipher: MediaKey.Cipher) throws {
        var generator = SystemRandomNumberGenerator()
        var seen: Set<String> = []
        for _ in 0..<200 {
            let key = MediaKey(cipher, using: &generator)
            #expect(key.key.reveal().count == (cipher == .aes128 ? 28 : 44))
            #expect(key.ssrc != 0)
            #expect(seen.insert(key.base64).inserted)
            let received = try MediaKey(cipher, ssrc: key.ssrc, base64: key.base64)
            #expect(received.key.reveal() == key.key.reveal())
        }
    }

    @Test("A key of another size, no base64 and SSRC 0 are refused")
    func refused() {
        let (short, long) = (Data(count: 28).base64EncodedString(), Data(count: 44).base64EncodedString())
        #expect(throws: TrustError.self) { try MediaKey(.aes128, ssrc: 1, base64: long) }
        #expect(throws: TrustError.self) { try MediaKey(.aes256, ssrc: 1, base64: short) }
        #expect(throws: TrustError.self) { try MediaKey(.aes256, ssrc: 0, base64: long) }
        #expect(throws: TrustError.self) { try MediaKey(.aes128, ssrc: 1, base64: "?" + short.dropFirst()) }
        #expect(throws: TrustError.self) { try MediaKey(.aes128, ssrc: 1, base64: short + short) }
    }
}
