// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import Trust

@Suite("Pairing links, addresses and names")
struct PairingLinkTests {
    static func link(_ name: String = "Büro & Co =100%", _ addresses: [String] = ["192.0.2.7:5664", "[2001:db8::7]:1"])
        throws -> PairingLink
    {
        var generator = SeededGenerator(seed: 5)
        return try PairingLink(
            node: try NodeID(String(repeating: "a", count: 52)), name: try PeerName(name),
            addresses: try addresses.map { try PeerAddress($0) }, code: PairingCode(using: &generator))
    }

    @Test("A link comes back as it was, and is a URL to others")
    func roundTrip() throws {
        let link = try Self.link()
        let again = try PairingLink(link.text)
        #expect(again.node == link.node)
        #expect(again.name == link.name)
        #expect(again.addresses == link.addresses)
        #expect(again.code.text == link.code.text)
        #expect(again.text == link.text)
        let url = try #require(URLComponents(string: link.text))
        #expect(url.scheme == "longshot")
        #expect(url.host == "pair")
        let items = try #require(url.queryItems)
        #expect(items.map(\.name) == ["v", "node", "name", "at", "at", "code"])
        #expect(items.map(\.value)[2...4] == ["Büro & Co =100%", "192.0.2.7:5664", "[2001:db8::7]:1"])
    }

    @Test("A link may say who is to join; a role that is not known counts as none")
    func joiner() throws {
        var link = try Self.link()
        link.joiner = .recorder
        #expect(link.text.contains("&as=recorder&code="))
        #expect(try PairingLink(link.text).joiner == .recorder)
        #expect(try PairingLink(link.text.replacingOccurrences(of: "as=recorder", with: "as=cook")).joiner == nil)
        #expect(try PairingLink(Self.link().text).joiner == nil)
    }

    @Test("A log sees a link without its code")
    func redacted() throws {
        let link = try Self.link()
        #expect("\(link)".hasSuffix("&code=(secret)"))
        #expect(!"\(link)".contains(link.code.text))
    }

    @Test("Order, case of the scheme and unknown values do not matter")
    func lenient() throws {
        let link = try Self.link("box", ["box:1"])
        let text = "LONGSHOT://Pair?code=\(link.code.grouped)&later=1&name=box&at=box:1&v=1&node=\(link.node)"
        #expect(try PairingLink(text).text == link.text)
        #expect(try PairingLink(text + "&at=[::1]:2").addresses.map(\.description) == ["box:1", "[::1]:2"])
    }

    @Test("What is no link is refused with a reason, and the code is not repeated")
    func refused() throws {
        let link = try Self.link("box", ["box:1"])
        let good = link.text
        let bad = [
            "", "http://pair?v=1", "longshot://", good.replacingOccurrences(of: "v=1", with: "v=2"),
            good.replacingOccurrences(of: "v=1", with: "v=1&v=1"), good + "&node=\(link.node)", good + "&x",
            good + "&name=b", good.replacingOccurrences(of: "&name=box", with: ""),
            good.replacingOccurrences(of: "name=box", with: "name=%0A"),
            good.replacingOccurrences(of: "name=box", with: "name=%F"),
            good.replacingOccurrences(of: "name=box", with: "name=%FF"),
            good.replacingOccurrences(of: "at=box%3A1", with: "at=box"),
            good.replacingOccurrences(of: "&at=box%3A1", with: ""),
            good + String(repeating: "&at=a:1", count: 8), good + "&x=" + String(repeating: "y", count: 1_024),
            String(good.dropLast(1)), good + "A",
        ]
        for text in bad {
            let error = #expect(throws: TrustError.self, "\(text)") { try PairingLink(text) }
            #expect(!"\(error as Any)".contains(link.code.text))
        }
        #expect(throws: TrustError.self) { try Self.link("box", []) }
        #expect(try Self.link("box", (1...20).map { "box:\($0)" }).addresses.count == 8)
    }

    @Test(
        "Addresses that are none are refused",
        arguments: [
            "", ":", "box", "box:", ":1", "box:0", "box:65536", "box:+1", "box:-1", "box: 1", "box:1:2", "::1:5664",
            "[::1]", "[::1:1", "[box]:1", "[1:2:3]:1", "[1::2::3]:1", "[:::]:1", "[12345::]:1", "[1:2:3:4:5:6:7:8:9]:1",
            "[1:2:3:4:5:6:7::8]:1", "[fe80::1%eth0]:1", "[]:1", "1.2.3:1", "1.2.3.256:1", "01.2.3.4:1", "1.2.3.4.5:1",
            "box_1:1", "-box:1", "box-:1", "a..b:1", ".a:1", "a b:1", "bü:1", "user@box:1", "box/x:1", "box:１",
            String(repeating: "a", count: 64) + ":1", String(repeating: "a.", count: 130) + "b:1",
        ])
    func badAddress(text: String) {
        #expect(throws: TrustError.self) { try PeerAddress(text) }
    }

    @Test(
        "Addresses come back as they are written",
        arguments: [
            "127.0.0.1:1", "0.0.0.0:65535", "[::]:1", "[::1]:5664", "[2001:db8::7]:1", "[1:2:3:4:5:6:7:8]:1",
            "[1:2:3:4:5:6:7::]:1", "[::2:3:4:5:6:7:8]:1", "box:1", "box.local:5664", "a-b.c3:1", "3com.example:1",
        ])
    func goodAddress(text: String) throws {
        #expect("\(try PeerAddress(text))" == text)
        #expect("\(try PeerAddress(text.uppercased()))" == text)
    }

    @Test(
        "Names that could deceive are refused",
        arguments: [
            "", " ", " a", "a ", "a\nb", "a\u{0}b", "a\u{202E}b", "a\u{200B}b", "\u{FEFF}a", "a\u{2028}b", "a\u{E000}",
            "a\u{7F}", "a\u{85}b", String(repeating: "a", count: 129), String(repeating: "ä", count: 65),
        ])
    func badName(text: String) {
        #expect(throws: TrustError.self) { try PeerName(text) }
    }

    @Test("Names that people give are taken", arguments: ["a", "Front door", "Bürotür 2", "カメラ", "🎥 cam", "<b>&\"'"])
    func goodName(text: String) throws {
        #expect(try PeerName(text).text == text)
    }
}
