// SPDX-License-Identifier: Apache-2.0
import NetworkCameras
import Testing

@Suite("XML of a camera on the network")
struct XMLTreeTests {
    @Test("is read by local names, with attributes, entities and CDATA")
    func read() throws {
        let text = "<a:x xmlns:a='u'><a:y k='v &amp; w'> 1 &lt;<![CDATA[<2>]]></a:y><!-- no --><b>3</b></a:x>"
        let tree = try XMLTree(Array(text.utf8))
        #expect(tree.name == "x" && tree.text("b") == "3")
        #expect(tree.first("y")?.text == "1 <<2>" && tree.first("y")?.attributes == ["k": "v & w"])
    }

    @Test(
        "is refused if it is too large, too deep, no XML, or could name other files",
        arguments: [
            "", "<a>", "<a></b>", "no", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
            "<!DOCTYPE a [<!ENTITY b 'x'><!ENTITY c '&b;&b;'>]><a>&c;</a>", "<a>&unknown;</a>",
            String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65),
            "<a>" + String(repeating: "<b/>", count: 10_000) + "</a>",
            "<a>" + String(repeating: "x", count: 256 * 1_024) + "</a>",
        ])
    func refused(_ text: String) {
        #expect(throws: NetworkCameraError.self) { try XMLTree(Array(text.utf8)) }
    }

    @Test("is refused if it is not UTF-8, in which a declaration could hide")
    func encoding() {
        let wide = Array("<!DOCTYPE a><a/>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(throws: NetworkCameraError.self) { try XMLTree([0xFF, 0xFE] + wide) }
        #expect(throws: NetworkCameraError.self) { try XMLTree([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) }
    }

    @Test("at the limits is read")
    func limits() throws {
        let deep = String(repeating: "<a>", count: XMLTree.deepest) + String(repeating: "</a>", count: XMLTree.deepest)
        _ = try XMLTree(Array(deep.utf8))
        let many = try XMLTree(Array(("<a>" + String(repeating: "<b/>", count: XMLTree.most - 1) + "</a>").utf8))
        #expect(many.children.count == XMLTree.most - 1)
    }
}
