// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import TestSupport
import Testing
@testable import Trust

@Suite("Pairing codes")
struct PairingCodeTests {
    @Test("What is shown can be typed back, however a person writes it")
    func forgiving() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let code = PairingCode(using: &generator)
            #expect(code.text.utf8.count == 16)
            #expect(code.grouped.split(separator: "-").map(\.count) == [4, 4, 4, 4])
            let typed = code.grouped
                .replacingOccurrences(of: "O", with: "0").replacingOccurrences(of: "I", with: "1")
                .replacingOccurrences(of: "B", with: "8")
            for text in [code.text, code.grouped, code.text.lowercased(), typed, " \(typed.lowercased()) "] {
                #expect(try PairingCode(text).text == code.text)
            }
        }
    }

    @Test(
        "What is no code is refused, and not repeated",
        arguments: [
            "", "ABCD", "ABCD-EFGH-IJKL-MNO", "ABCD-EFGH-IJKL-MNOPQ", "ABCD-EFGH-IJKL-MNO9", "ABCD_EFGH_IJKL_MN",
            "ÄBCD-EFGH-IJKL-MNOP", String(repeating: " ", count: 100),
        ])
    func refused(text: String) {
        let error = #expect(throws: TrustError.self) { try PairingCode(text) }
        #expect(text.isEmpty || !"\(error as Any)".contains(text))
    }

    @Test("The tag that finds the window is HKDF-SHA256 of the code")
    func tag() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            let code = PairingCode(using: &generator)
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: code.secret.reveal()), salt: Data(),
                info: Data("longshot pairing 1 window".utf8), outputByteCount: 5)
            #expect(code.windowTag == Base32.encode(key.withUnsafeBytes { Array($0) }))
            #expect(code.windowTag.count == 8)
        }
    }

    @Test("Expanding is HKDF-Expand of RFC 5869, appendix A.1")
    func expanding() {
        let root = HKDF<SHA256>.extract(
            inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22)), salt: [UInt8](0...12))
        let okm = PairingKeys.expand(root, Array(0xF0...0xF9), count: 32)
        let expected = "PLJfJfqs1XqQQ09k0DYvKi0tCpDPGlpMXbAtVuzExb8="
        #expect(Data(okm).base64EncodedString() == expected)
    }

    @Test("Any two words differ in more than a letter, and there is one for each byte")
    func words() {
        let words = PairingWords.list
        #expect(words.count == 256)
        #expect(Set(words).count == 256)
        #expect(words == words.sorted())
        for word in words {
            #expect((3...8).contains(word.count))
            #expect(word.allSatisfy { ("a"..."z").contains($0) })
        }
        for (index, one) in words.enumerated() {
            for two in words[..<index] { #expect(!Self.areNear(one, two), "\(one) \(two)") }
        }
    }

    /// Whether changing, adding or removing one letter turns one word into the other.
    static func areNear(_ one: String, _ two: String) -> Bool {
        let (short, long) = one.count <= two.count ? (Array(one), Array(two)) : (Array(two), Array(one))
        let start = zip(short, long).prefix { $0 == $1 }.count
        let (left, right) = (short[start...], long[start...])
        return switch long.count - short.count {
        case 0: left.dropFirst() == right.dropFirst()
        case 1: Array(left) == Array(right.dropFirst())
        default: false
        }
    }
}
