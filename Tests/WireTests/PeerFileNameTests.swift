// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("A name from a peer")
struct PeerFileNameTests {
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
            ("up/\u{301}../..\u{338}/\u{338}evil", "\u{338}evil"), ("still.part", "still.part_"),
            ("a.PART", "a.PART_"),
            ("a/b/../c.txt", "c.txt"),
        ])
    func names(label: String, name: String) {
        #expect(PeerFileName(label).text == name)
    }

    @Test("of 4 kB becomes a name that fits, with its ending, and with a number too")
    func long() {
        for letter in ["a", "ü", "日", "👩‍👩‍👧‍👦", "e\u{301}"] {
            let label = PeerFileName(String(repeating: letter, count: 4_096) + ".jpeg")
            #expect(label.text.hasSuffix(".jpeg") && label.text.utf8.count <= PeerFileName.sizeLimit)
            #expect(label.numbered(9_999).text.utf8.count < 255)
        }
        #expect(PeerFileName("." + String(repeating: "x", count: 4_096)).text.utf8.count == PeerFileName.sizeLimit)
        #expect(PeerFileName(String(repeating: "\u{301}", count: 100_000)).text.utf8.count <= PeerFileName.sizeLimit)
    }

    @Test("is made a name once: a name of its making stays as it is")
    func stable() {
        for label in ["../x.jpg", "NUL", "-a", "what?.txt", String(repeating: "日", count: 999)] {
            let name = PeerFileName(label).text
            #expect(PeerFileName(name).text == name)
        }
    }

    @Test("gets a number in front of its ending")
    func numbers() {
        #expect(PeerFileName("a.tar.gz").numbered(1).text == "a.tar.gz")
        #expect(PeerFileName("a.jpg").numbered(2).text == "a (2).jpg")
        #expect(PeerFileName("README").numbered(3).text == "README (3)")
    }

    @Test(
        "from a record is taken only if it is safe",
        arguments: [
            ("a.jpg", true), ("a (2).jpg", true), ("Süd – 日.png", true), ("..", false), (".", false), ("", false),
            (".stills", false), ("a/b", false), ("/etc/passwd", false), ("a\\b", false), ("a\0", false),
            ("a\u{1B}[2J", false), ("a.part", false), ("a\u{202E}b", false),
        ])
    func stored(name: String, isSafe: Bool) {
        #expect((PeerFileName(stored: name) != nil) == isSafe)
        #expect(PeerFileName(stored: String(repeating: "x", count: 256)) == nil)
        #expect(PeerFileName(stored: PeerFileName(name).numbered(7).text) != nil)
    }

    @Test(
        "stands in a file name only as an id of plain characters",
        arguments: [
            ("20261121T050913Z-00001-0001", true), ("s1", true), ("a.b_c", true), ("", false), (".x", false),
            ("../x", false), ("a/b", false), ("a\nb", false), ("é", false), ("-a", false), ("a b", false),
        ])
    func ids(text: String, isSafe: Bool) {
        #expect((PeerItemID(text) != nil) == isSafe)
        #expect(PeerItemID(String(repeating: "x", count: 129)) == nil)
    }
}
