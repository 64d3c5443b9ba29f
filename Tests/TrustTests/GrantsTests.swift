// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import Trust
import Wire

@Suite("Grants")
struct GrantsTests {
    @Test("Each set has one text and comes back")
    func everySet() throws {
        for raw in UInt8.min ... .max {
            let grants = Grants(rawValue: raw)
            let data = try JSON.encode(grants)
            #expect(try JSON.decode(Grants.self, from: data) == grants)
            #expect(grants.list.count == grants.rawValue.nonzeroBitCount)
        }
        let some: Grants = [.send, .view, .admin]
        #expect(String(decoding: try JSON.encode(some), as: UTF8.self) == #"["view","send","admin"]"#)
        #expect("\(some)" == "view send admin")
        #expect("\(Grants())" == "")
    }

    @Test(
        "An unknown grant, one twice, and what is no list are refused",
        arguments: [#"["view","fly"]"#, #"["view","view"]"#, #"{"view":true}"#, "31", #""view""#, "[1]", "[null]"])
    func refused(text: String) {
        #expect(throws: DecodingError.self) { try JSON.decode(Grants.self, from: Data(text.utf8)) }
    }

    @Test("Nobody gets to administer by default, and a remote does not send")
    func usual() {
        for peer in PeerRole.allCases {
            for node in PeerRole.allCases {
                let grants = Grants.usual(for: peer, on: node)
                #expect(!grants.contains(.admin))
                #expect(peer != .remote || !grants.contains(.send))
            }
        }
        #expect(Grants.usual(for: .recorder, on: .camera) == [.view, .record, .send])
        #expect(Grants.usual(for: .camera, on: .recorder) == .send)
        #expect(Grants.usual(for: .remote, on: .camera) == [.view, .shoot, .record])
        #expect(Grants.usual(for: .camera, on: .camera) == [])
    }
}
