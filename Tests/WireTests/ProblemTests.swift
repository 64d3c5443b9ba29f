// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Wire

@Suite("What another node says went wrong")
struct ProblemTests {
    @Test(
        "is told in words, also when it sends none",
        arguments: [
            ("the disk is full", "Conflict", "the disk is full"), ("", "Conflict", "Conflict"), ("", "", "409"),
        ])
    func words(detail: String, title: String, expected: String) throws {
        let text = #"{"type":"a","title":"\#(title)","status":409,"detail":"\#(detail)"}"#
        let problem = try JSON.decode(Problem.self, from: .init(text.utf8))
        #expect(problem.description.contains(expected))
    }
}
