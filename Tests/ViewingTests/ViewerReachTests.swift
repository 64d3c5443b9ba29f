// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Viewing

@Suite("Where a viewer's candidates may lead")
struct ViewerReachTests {
    private let interfaces = [
        ("127.0.0.1", "255.0.0.0"), ("192.168.1.5", "255.255.255.0"), ("203.0.113.9", "255.255.255.0"),
        ("fd00::5", "ffff:ffff:ffff:ffff::"), ("::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ].compactMap { ViewerReach.Interface(address: $0, mask: $1) }

    @Test(
        "From afar: the viewer's own address and private ones of the node's networks",
        arguments: [
            ("198.51.100.7", true), ("198.51.100.8", false), ("192.168.1.77", true), ("192.168.2.77", false),
            ("10.0.0.1", false), ("203.0.113.10", false), ("203.0.113.9", false), ("127.0.0.1", false),
            ("127.0.0.53", false), ("::1", false), ("::ffff:127.0.0.1", false), ("fd00::77", true),
            ("fd01::77", false), ("8.8.8.8", false), ("2130706433", false), ("0.0.0.0", false), ("", false),
            ("printer.local", false), ("255.255.255.255", false), ("169.254.169.254", false), ("0x7f.1", false),
        ])
    func afar(_ candidate: String, _ isAllowed: Bool) {
        let reach = ViewerReach(viewer: "198.51.100.7", interfaces: interfaces)
        #expect(reach.allows(candidate) == isAllowed)
        #expect(!ViewerReach.nowhere.allows(candidate))
    }

    @Test("On this machine: every address of the machine, and no other public one")
    func here() {
        let reach = ViewerReach(viewer: "127.0.0.1", interfaces: interfaces)
        for candidate in ["127.0.0.1", "203.0.113.9", "192.168.1.5", "fd00::5", "::1"] {
            #expect(reach.allows(candidate))
        }
        #expect(!reach.allows("203.0.113.10") && !reach.allows("127.0.0.53"))
    }

    @Test("The offer that is handed on holds allowed candidates only")
    func offer() throws {
        let stolen = Offers.chromium.replacing(
            "a=candidate:3", with: "a=candidate:4 1 udp 99 198.51.100.8 53 typ host\r\na=candidate:3")
        let text = try BrowserOffer(
            stolen, of: try Offers.format(profile: 0x42), reaching: ViewerReach(viewer: "192.0.2.7", interfaces: [])
        ).text
        #expect(text.contains("192.0.2.7 40001") && !text.contains("198.51.100.8"))
    }
}
