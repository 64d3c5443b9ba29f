// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Discovery

@Suite("The table of nodes")
struct NodeTableTests {
    @Test("One node on two interfaces and protocols is one node with every address, IPv4 first")
    func merges() throws {
        var table = NodeTable()
        let node = try Advertisement.sample()
        let ipv6 = Sighting.sample(node, address: "fe80::1%eth0", family: .ipv6)
        let wireless = Sighting.sample(node, address: "198.51.100.9", interface: "wlan0")
        let first = try #require(table.found(ipv6, at: .sample("Garden", protocolNumber: 1)).only?.appeared)
        #expect(first.addresses.map(\.authority) == ["[fe80::1%eth0]:5664"])
        #expect(table.found(.sample(node), at: .sample("Garden")).only?.changed != nil)
        let merged = try #require(table.found(wireless, at: .sample("Garden", interface: 3)).only?.changed)
        #expect(merged.addresses.map(\.text) == ["192.0.2.7", "198.51.100.9", "fe80::1%eth0"])
        #expect(table.found(wireless, at: .sample("Garden", interface: 3)).isEmpty)
        #expect(table.count == 1)

        #expect(table.lost(.sample("Garden"), .goodbye).only?.changed != nil)
        #expect(table.lost(.sample("Garden", interface: 3), .goodbye).only?.changed != nil)
        #expect(
            table.lost(.sample("Garden", protocolNumber: 1), .timeout) == [.vanished(first, .timeout)])
        #expect(table.lost(.sample("Garden", protocolNumber: 1), .timeout).isEmpty)
    }

    @Test("A changed record is a change")
    func changes() throws {
        var table = NodeTable()
        _ = table.found(.sample(try .sample()), at: .sample("Garden"))
        let news = table.found(.sample(try .sample(pairing: "abcd2345")), at: .sample("Garden"))
        #expect(news.only?.changed?.advertisement.pairing == "abcd2345")
    }

    @Test("One id under two names, and one name with two ids, stay two nodes")
    func impostors() throws {
        var table = NodeTable()
        _ = table.found(.sample(try .sample("Garden")), at: .sample("Garden"))
        _ = table.found(.sample(try .sample("Evil")), at: .sample("Evil"))
        _ = table.found(.sample(try .sample("Garden", letter: "b")), at: .sample("Garden", interface: 3))
        #expect(table.count == 3)
    }

    @Test("A name that claims another id from now on is another node")
    func replaced() throws {
        var table = NodeTable()
        _ = table.found(.sample(try .sample(letter: "a")), at: .sample("Garden"))
        let news = table.found(.sample(try .sample(letter: "b")), at: .sample("Garden"))
        #expect(news.count == 2)
        #expect(news.first?.vanished?.node.id.node.first == "a")
        #expect(news.last?.appeared?.id.node.first == "b")
    }

    @Test("A flood of names fills the table and no more, and is said once")
    func bounded() throws {
        var table = NodeTable()
        var crowded = 0
        for number in 0..<2000 {
            let news = table.found(.sample(try .sample("n\(number)")), at: .sample("n\(number)"))
            if news.only?.omitted?.reason == .crowded(limit: 256) { crowded += 1 }
        }
        #expect((table.count, crowded) == (256, 1))
        let node = try Advertisement.sample("n0")
        for number in 0..<100 {
            let sighting = Sighting.sample(node, address: "198.51.100.\(number)")
            _ = table.found(sighting, at: .sample("n0", interface: Int32(number + 10)))
        }
        let all = table.lostAll(.daemonGone)
        #expect(all.count == 256 && table.count == 0)
        #expect(all.first?.vanished?.reason == .daemonGone)
        #expect(all.first?.vanished?.node.addresses.count == 16)
    }
}
