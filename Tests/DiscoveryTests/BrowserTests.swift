// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Discovery

extension WithAvahi {
    @Suite("Browsing")
    struct BrowserTests {
        @Test("A node appears with its addresses, and its goodbye is heard")
        func comesAndGoes() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let (announcer, browser) = (Announcer(try .sample()), Browser())
            try await browsing(browser) {
                #expect(try await browser.nodes.next { $0 } == .settled)
                let node = try await announcing(announcer) { try await browser.nodes.appeared() }
                #expect(node.advertisement == (try .sample()))
                #expect((node.hostName, node.isLocal) == ("longshot-test.local", true))
                #expect(node.addresses.map(\.authority).contains("127.0.0.1:5664"))
                #expect(node.addresses.allSatisfy { $0.interface == "lo" })
                let (gone, reason) = try await browser.nodes.vanished()
                #expect((gone.id, reason) == (node.id, .goodbye))
            }
            withExtendedLifetime(network) {}
        }

        @Test("What is there already is listed before browsing is settled")
        func settles() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let (first, second) = (Announcer(try .sample()), Announcer(try .sample("Meadow", letter: "b")))
            try await announcing(first) {
                try await announcing(second) {
                    _ = (try await first.statuses.announced(), try await second.statuses.announced())
                    let browser = Browser()
                    try await browsing(browser) {
                        var names: Set<String> = []
                        try await browser.nodes.next { event in
                            if case .appeared(let node) = event { names.insert(node.advertisement.name) }
                            return event == .settled ? () : nil
                        }
                        #expect(names == ["Garden", "Meadow"])
                    }
                }
            }
            withExtendedLifetime(network) {}
        }

        @Test("What only claims to be a node is named with the reason, and not listed")
        func malformed() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let browser = Browser()
            try await browsing(browser) {
                let liar = try network.beside(
                    "avahi-publish", ["-s", "Evil\u{7}", "_longshot._tcp", "9", "v=1", "role=\u{1B}[2J", "id=x"])
                let omitted = try await browser.nodes.next(\.omitted)
                #expect(omitted.name == "Evil")
                #expect(omitted.reason == .malformed(.malformed(key: "role", expected: "\"camera\" or \"recorder\"")))
                try await liar.end(SIGTERM)
            }
        }

        @Test("A node that falls silent is missed", .enabled("python3-zeroconf is there", PrivateNetwork.hasZeroconf))
        func timesOut() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let browser = Browser()
            try await browsing(browser) {
                let other = try network.beside(Zeroconf.python, ["-u", "-c", Zeroconf.hold(name: "Hut", letter: "c")])
                let node = try await browser.nodes.appeared()
                #expect((node.advertisement.role, node.addresses.first?.port) == (.recorder, 7000))
                try await other.end(SIGKILL)
                let (gone, reason) = try await browser.nodes.vanished()
                #expect((gone.advertisement.name, reason) == ("Hut", .timeout))
                // The same machine returns under the same name.
                let again = try network.beside(Zeroconf.python, ["-u", "-c", Zeroconf.hold(name: "Hut", letter: "c")])
                #expect(try await browser.nodes.appeared().advertisement.name == "Hut")
                try await again.end(SIGTERM)
            }
        }
    }
}
