// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Discovery

extension WithAvahi {
    @Suite("When Avahi is not well")
    struct ResilienceTests {
        @Test("Both sides survive a restart of the daemon, orderly or not", arguments: [SIGTERM, SIGKILL])
        func restart(signal: Int32) async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let (announcer, browser) = (Announcer(try .sample()), Browser())
            try await announcing(announcer) {
                try await browsing(browser) {
                    _ = (try await announcer.statuses.announced(), try await browser.nodes.appeared())
                    for _ in 1...2 {
                        try await network.stopDaemon(signal)
                        #expect(try await announcer.statuses.next { $0 } == .unavailable(.disconnected))
                        #expect(try await browser.nodes.vanished().reason == .daemonGone)
                        #expect(try await browser.nodes.next { $0 } == .unavailable(.disconnected))
                        try await network.startDaemon()
                        #expect(try await announcer.statuses.next { $0 } == .announced(as: "Garden"))
                        #expect(try await browser.nodes.appeared().advertisement.name == "Garden")
                    }
                }
            }
        }

        @Test("Without the message bus it is said once, and all goes on when bus and daemon appear")
        func noBus() async throws {
            let network = PrivateNetwork()
            let (announcer, browser) = (Announcer(try .sample()), Browser())
            try await announcing(announcer) {
                try await browsing(browser) {
                    #expect(try await announcer.statuses.next { $0 } == .unavailable(.noMessageBus))
                    #expect(try await browser.nodes.next { $0 } == .unavailable(.noMessageBus))
                    // Long enough for two failed attempts.
                    try await Task.sleep(for: .milliseconds(900))
                    try await network.startBus()
                    try await network.startDaemon()
                    #expect(try await announcer.statuses.next { $0 } == .announced(as: "Garden"))
                    let first = try await browser.nodes.next { $0 == .settled ? nil : $0 }
                    #expect(first.appeared?.advertisement.name == "Garden")
                }
            }
        }

        @Test("A restart of the message bus is survived")
        func busRestart() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let (announcer, browser) = (Announcer(try .sample()), Browser())
            try await announcing(announcer) {
                try await browsing(browser) {
                    _ = (try await announcer.statuses.announced(), try await browser.nodes.appeared())
                    try await network.stopBus()
                    #expect(try await announcer.statuses.next { $0 } == .unavailable(.disconnected))
                    #expect(try await browser.nodes.vanished().reason == .daemonGone)
                    try await network.startBus()
                    try await network.startDaemon()
                    #expect(try await announcer.statuses.next { $0 } == .announced(as: "Garden"))
                    #expect(try await browser.nodes.appeared().advertisement.name == "Garden")
                }
            }
        }

        @Test("A daemon that hangs holds up neither a shutdown nor a probe")
        func hangs() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            let announcer = Announcer(try .sample())
            let daemon = try #require(network.daemon)
            try await announcing(announcer) {
                _ = try await announcer.statuses.announced()
                daemon.signal(SIGSTOP)
                announcer.update(try .sample(pairing: "abcd2345"))
                let status = await AvahiStatus.probe(limit: .milliseconds(500))
                #expect(status == .unavailable(.noAnswer(after: .milliseconds(500))))
            }
            daemon.signal(SIGCONT)
            // The probe's thread is free again.
            guard case .running = await AvahiStatus.probe(limit: .seconds(30)) else {
                Issue.record("still not well")
                return
            }
        }

        @Test("The probe tells version, host, interfaces and addresses")
        func probe() async throws {
            let network = try await PrivateNetwork(bus: true, daemon: true)
            guard case .running(let version, let host, let phase, let interfaces) = await AvahiStatus.probe() else {
                Issue.record("not running")
                return
            }
            #expect(version.hasPrefix("avahi 0."))
            #expect((host, phase) == ("longshot-test.local", .running))
            #expect(interfaces.map(\.name) == ["lo"])
            #expect(interfaces.first?.addresses.contains("127.0.0.1") == true)
            withExtendedLifetime(network) {}
        }

        @Test("The probe tells a missing daemon from a missing bus")
        func probeWithout() async throws {
            let network = try await PrivateNetwork(bus: true)
            #expect(await AvahiStatus.probe() == .unavailable(.noDaemon))
            withExtendedLifetime(network) {}
        }

        @Test("The probe names the bus when that is missing")
        func probeWithoutBus() async throws {
            let network = PrivateNetwork()
            #expect(await AvahiStatus.probe() == .unavailable(.noMessageBus))
            withExtendedLifetime(network) {}
        }
    }
}
