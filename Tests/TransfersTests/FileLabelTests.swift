// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Transfers

@Suite("A file's label")
struct FileLabelTests {
    @Test(
        "becomes one visible component, whatever it holds",
        arguments: [
            ("a.jpg", "a.jpg"), ("Urlaub – Süd.jpeg", "Urlaub – Süd.jpeg"), ("../../etc/passwd", "passwd"),
            ("/etc/shadow", "shadow"), (#"C:\Windows\system32\cmd.exe"#, "cmd.exe"), ("..", "file"), (".", "file"),
            ("", "file"), ("///", "file"), (".bashrc", "bashrc"), ("...", "file"), ("a\0b.txt", "ab.txt"),
            ("line\nbreak\u{7}.txt", "linebreak.txt"), ("photo\u{202E}gpj.exe", "photogpj.exe"),
            ("zero\u{200B}width\u{2066}.md", "zerowidth.md"),
            ("-rf", "_rf"), ("~root", "_root"), ("-\u{301}x", "_x"),
            ("what?*<now>|\".txt", "what___now___.txt"), ("NUL", "_NUL"), ("con.txt", "_con.txt"),
            ("COM7.log", "_COM7.log"), ("comet", "comet"), ("trailing. . ", "trailing"),
            ("  spaced  .txt", "spaced  .txt"),
            ("up/\u{301}../..\u{338}/\u{338}evil", "\u{338}evil"), ("still.part", "still.part"),
            ("a/b/../c.txt", "c.txt"),
        ])
    func names(label: String, name: String) {
        #expect(FileLabel(label).text == name)
    }

    @Test("of 4 kB becomes a name that fits, with its ending, and with a number too")
    func long() {
        for letter in ["a", "ü", "日", "👩‍👩‍👧‍👦", "e\u{301}"] {
            let label = FileLabel(String(repeating: letter, count: 4_096) + ".jpeg")
            #expect(label.text.hasSuffix(".jpeg") && label.text.utf8.count <= FileLabel.sizeLimit)
            #expect(label.numbered(9_999).utf8.count < 255)
        }
        #expect(FileLabel("." + String(repeating: "x", count: 4_096)).text.utf8.count == FileLabel.sizeLimit)
        #expect(FileLabel(String(repeating: "\u{301}", count: 100_000)).text.utf8.count <= FileLabel.sizeLimit)
    }

    @Test("is made a name once: a name of its making stays as it is")
    func stable() {
        for label in ["../x.jpg", "NUL", "-a", "what?.txt", String(repeating: "日", count: 999)] {
            let name = FileLabel(label).text
            #expect(FileLabel(name).text == name)
        }
    }

    @Test("gets a number in front of its ending")
    func numbers() {
        #expect(FileLabel("a.tar.gz").numbered(1) == "a.tar.gz")
        #expect(FileLabel("a.jpg").numbered(2) == "a (2).jpg")
        #expect(FileLabel("README").numbered(3) == "README (3)")
    }
}
