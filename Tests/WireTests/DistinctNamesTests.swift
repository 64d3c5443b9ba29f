// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Wire

@Suite("Names that are shown together")
struct DistinctNamesTests {
    @Test("have the beginning of the id where two nodes have the same one; an earlier name of a node is no other node")
    func distinct() {
        let names = DistinctNames([
            (id: "aaaaaaaaaa", name: "door"), (id: "bbbbbbbbbb", name: "door"), (id: "cccccccccc", name: "barn"),
            (id: "cccccccccc", name: "shed"), (id: "cccccccccc", name: "barn"),
        ])
        #expect(
            names.text("aaaaaaaaaa", "door") == "door (aaaaaaa)" && names.text("bbbbbbbbbb", "door") == "door (bbbbbbb)"
        )
        #expect(names.text("cccccccccc", "barn") == "barn" && names.text("cccccccccc", "shed") == "shed")
        #expect(DistinctNames([]).text("dddddddddd", "yard") == "yard")
    }

    @Test("On a command line the beginning of the id stands for a name that two nodes have")
    func words() {
        let nodes = [(id: "aaaaaaaaaa", name: "door"), ("bbbbbbbbbb", "door"), ("cccccccccc", "barn")]
        #expect(DistinctNames.words(nodes) == ["aaaaaaa", "bbbbbbb", "barn"])
    }
}
