// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import TestSupport
import Testing

@Suite("Reasons of gaps", .timeLimit(.minutes(1)))
struct GapReasonTests {
    @Test("An unknown word is kept in JSON, and has no explanation")
    func unknown() throws {
        let reason = GapReason(rawValue: "eclipse")
        #expect(!reason.isKnown && reason.explanation == nil && !reason.isInsideFragments)
        #expect(try JSONDecoder().decode([GapReason].self, from: Data(#"["eclipse"]"#.utf8)) == [reason])
        #expect(try JSONEncoder().encode([reason]) == Data(#"["eclipse"]"#.utf8))
        #expect(GapReason(rawValue: "driver-dropped") == .driverDropped)
        #expect(GapReason(rawValue: "driver-dropped").isInsideFragments)
    }

    @Test(
        "What another node says becomes a word that a terminal can show",
        arguments: [
            ("eclipse-2", "eclipse-2"), ("\u{1B}[2J red", "--2J-red"), ("", ""),
            (String(repeating: "x", count: 70), String(repeating: "x", count: 64)),
        ])
    func told(word: String, kept: String) {
        #expect(GapReason(told: word).rawValue == kept)
    }

    @Test("Each word that this version knows is explained here and in docs/reference/archive.md")
    func documented() throws {
        let page = Checkout.file("docs/reference/archive.md")
        let lines = try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n")
        for reason in GapReason.allCases {
            let explanation = try #require(reason.explanation)
            let row = lines.first { $0.hasPrefix("| `\(reason.rawValue)` |") }
            #expect(row?.contains(explanation) == true, "\(reason.rawValue)")
            #expect(row?.contains("inside") == true || row?.contains("both") == true || !reason.isInsideFragments)
        }
    }
}
