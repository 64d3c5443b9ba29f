// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import longshot

@Suite("The words for an error")
struct ErrorWordsTests {
    @Test("are one line if another node may have written some of them")
    func peers() {
        let reason = "no room\nlongshot: all.svg: received"
        let foreign: [any Error] = [
            Problem.conflict(reason),
            UnknownName(kind: "still", place: "on the camera", name: reason, known: [], list: "longshot stills list"),
        ]
        for error in foreign {
            let words = Terminal.words(for: error)
            #expect(!words.contains("\n") && words.contains(#"no room\u{A}longshot: all"#), "\(words)")
        }
    }

    @Test("keep the lines of an error of this machine")
    func own() {
        let error = SetupError.systemctl(["start", "a"], said: "", unit: "a")
        #expect(Terminal.words(for: error).contains("\nThe reason is in the journal"))
    }
}
