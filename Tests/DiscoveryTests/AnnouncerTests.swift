// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Discovery

extension WithAvahi {
    @Suite("Announcing")
    struct AnnouncerTests {
        @Test("avahi-browse sees name, port and record for as long as the announcer runs, and no longer")
        func announces() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let announcer = Announcer(try .sample(pairing: "abcd2345"))
            try await announcing(announcer) {
                #expect(try await announcer.statuses.announced() == "Garden")
                let lines = try await network.browse()
                let line = try #require(lines.first)
                #expect(line.contains(";lo;IPv4;Garden;_longshot._tcp;local;longshot-test.local;127.0.0.1;5664;"))
                for pair in try Advertisement.sample(pairing: "abcd2345").text {
                    #expect(line.contains("\"\(String(decoding: pair, as: UTF8.self))\""))
                }
            }
            try await eventually("the service is withdrawn") { try await network.browse().isEmpty }
        }

        @Test("python-zeroconf sees it as well", .enabled("python3-zeroconf is there", PrivateNetwork.hasZeroconf))
        func foreignBrowser() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let announcer = Announcer(try .sample())
            try await announcing(announcer) {
                _ = try await announcer.statuses.announced()
                let judge = try network.beside(Zeroconf.python, ["-u", "-c", Zeroconf.look])
                try await eventually("zeroconf finds it: \(judge.output)") { judge.output.contains("DONE") }
                #expect(judge.output.contains("Garden._longshot._tcp.local. 5664 127.0.0.1 camera"))
            }
        }

        @Test("An opened pairing window is announced in place, and a new name or port as a new service")
        func updates() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let announcer = Announcer(try .sample())
            let browser = Browser()
            try await announcing(announcer) {
                try await browsing(browser) {
                    #expect(try await browser.nodes.appeared().advertisement.pairing == nil)
                    announcer.update(try .sample(pairing: "abcd2345"))
                    #expect(try await browser.nodes.changed().advertisement.pairing == "abcd2345")
                    #expect(try await network.browse().first?.contains("\"pair=abcd2345\"") == true)
                    announcer.update(try .sample("Meadow", port: 6000))
                    // A goodbye takes 1 s; on a slow machine the new service may take longer.
                    let meadow = try Advertisement.sample("Meadow", port: 6000)
                    var (isNew, isGone) = (false, false)
                    try await browser.nodes.next { event -> Void? in
                        if event.appeared?.advertisement == meadow { isNew = true }
                        if event.vanished?.node.advertisement.name == "Garden" { isGone = true }
                        return isNew && isGone ? () : nil
                    }
                }
            }
            withExtendedLifetime(network) {}
        }

        @Test("An update before the daemon is there is what gets announced")
        func earlyUpdate() async throws {
            let network = try await PrivateNetwork(bus: true)
            let announcer = Announcer(try .sample())
            announcer.update(try .sample("Meadow"))
            try await announcing(announcer) {
                #expect(try await announcer.statuses.next { $0 } == .unavailable(.noDaemon))
                announcer.update(try .sample("Orchard"))
                try await network.startDaemon()
                #expect(try await announcer.statuses.next { $0 } == .announced(as: "Orchard"))
            }
        }

        @Test("Of two announcers of one name on one host, the second takes another")
        func localCollision() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let (first, second) = (Announcer(try .sample()), Announcer(try .sample(letter: "b", port: 6000)))
            try await announcing(first) {
                #expect(try await first.statuses.announced() == "Garden")
                try await announcing(second) {
                    #expect(try await second.statuses.next { $0 } == .renamed(from: "Garden", to: "Garden #2"))
                    #expect(try await second.statuses.next { $0 } == .announced(as: "Garden #2"))
                    let lines = try await network.browse()
                    #expect(Set(lines.map { $0.split(separator: ";")[3] }) == ["Garden", #"Garden\032\0352"#])
                }
            }
        }

        @Test(
            "A name that another host holds is left to it",
            .enabled("python3-zeroconf is there", PrivateNetwork.hasZeroconf))
        func foreignCollision() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let other = try network.beside(Zeroconf.python, ["-u", "-c", Zeroconf.hold(name: "Garden", letter: "c")])
            try await eventually("zeroconf announces: \(other.output)") { other.output.contains("HELD") }
            let announcer = Announcer(try .sample())
            try await announcing(announcer) {
                #expect(try await announcer.statuses.next { $0 } == .renamed(from: "Garden", to: "Garden #2"))
                #expect(try await announcer.statuses.announced() == "Garden #2")
                announcer.update(try .sample(pairing: "abcd2345"))
                try await eventually("the update keeps the name") {
                    let lines = try await network.browse().filter { $0.contains(#"Garden\032\0352"#) }
                    return lines.contains { $0.contains("pair=abcd2345") }
                }
            }
        }
    }
}
