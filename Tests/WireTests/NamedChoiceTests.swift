// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("Names and ids")
struct NamedChoiceTests {
    private struct Node: Equatable {
        let id: String
        let name: String
    }

    private let porch = Node(id: "abcdefg" + String(repeating: "2", count: 45), name: "porch")
    private let liar = Node(id: "zzzzzzz" + String(repeating: "3", count: 45), name: "")

    private func find(_ named: String, in nodes: [Node]) throws -> Node? {
        try NamedChoice.find(named, in: nodes, id: \.id) { [$0.name] }
    }

    @Test("An id means the node that has it, whatever another one calls itself")
    func ids() throws {
        let liar = Node(id: liar.id, name: porch.id)
        #expect(try find(porch.id, in: [liar, porch]) == porch)
        #expect(try find(porch.id.uppercased(), in: [liar, porch]) == porch)
        #expect(try find("porch", in: [liar, porch]) == porch)
        #expect(try find("abcdefg", in: [porch]) == porch)
        #expect(try find("abc", in: [porch]) == nil)
        // As two of one name are shown.
        let other = Node(id: liar.id, name: "porch")
        #expect(try find("porch (abcdefg)", in: [other, porch]) == porch)
        #expect(try find("garden", in: [liar, porch]) == nil)
    }

    @Test("What fits several nodes is refused with their ids", arguments: ["porch", "abcdefg"])
    func ambiguous(named: String) throws {
        let liar = Node(id: liar.id, name: named)
        let problem = #expect(throws: Problem.self) { try find(named, in: [porch, liar]) }
        #expect(problem?.detail.hasSuffix(": abcdefg, zzzzzzz") == true, "\(String(describing: problem))")
    }

    @Test("A name that could be taken for an id is in quotes, and a word is not")
    func shown() {
        #expect("\(ShownName(porch.id))" == "“\(porch.id)”")
        #expect("\(ShownName("a2c3e4f"))" == "“a2c3e4f”")
        #expect("\(ShownName("ABCD", beside: [porch.id]))" == "“ABCD”")
        #expect("\(ShownName("abcdefg.", beside: [porch.id]))" == "“abcdefg.”")
        for word in ["porch", "kitchen", "front door", "cam 2", "abc"] {
            #expect("\(ShownName(word, beside: [porch.id]))" == word)
        }
    }
}
