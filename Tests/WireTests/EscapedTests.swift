// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import Wire

@Suite("Invisible characters")
struct EscapedTests {
    @Test(
        "are written out for people",
        arguments: [
            ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\u{202E}gpj.exe", #"a\u{202E}gpj.exe"#), ("\u{9B}31m", #"\u{9B}31m"#),
            ("two\nlines", #"two\u{A}lines"#), ("\u{E0001}", #"\u{E0001}"#), ("\u{200B}", #"\u{200B}"#),
            ("Büro 🎥 \"x\" \\", "Büro 🎥 \"x\" \\"), ("", ""),
        ])
    func text(given: String, expected: String) {
        #expect(given.escaped() == expected)
    }

    @Test("stay if they are this program's own")
    func kept() {
        #expect("a\n\tb\u{7}".escaped(keeping: ["\n", "\t"]) == "a\n\tb\\u{7}")
    }

    @Test("mean the same in JSON")
    func json() throws {
        let names = ["\u{202E}\u{1B}\u{7F}\u{9B}\u{E0001}\n", "plain"]
        let text = String(decoding: try JSON.encode(names, pretty: true), as: UTF8.self).escaped(
            as: .json, keeping: ["\n"])
        #expect(try JSON.decode([String].self, from: Data(text.utf8)) == names)
        #expect(text.unicodeScalars.allSatisfy { $0.isVisible || $0 == "\n" }, "\(text)")
    }
}
