// SPDX-License-Identifier: Apache-2.0
import Discovery
import Foundation
import SystemPackage
import Testing
import Video4Linux
import Wire

@testable import longshot

/// `scripts/test-doctor` provokes the same troubles on a real machine.
@Suite("The doctor names a trouble and the command that cures it")
struct DoctorTests {
    private func said(_ diagnosis: Diagnosis) -> String {
        [diagnosis.text.finding, diagnosis.text.remedy].compactMap(\.self).joined(separator: "\n")
    }

    private func clock(_ machine: FakeMachine, zone: String? = nil, now: TimeInterval = 1_800_000_000) -> [String] {
        ClockCheckup(files: machine.files, zone: zone, now: Date(timeIntervalSince1970: now)).run().map(said)
    }

    @Test(
        "No time service",
        arguments: [
            ([:], "systemd-timesyncd"), (["/usr/lib/systemd/systemd-timesyncd": ""], "sudo timedatectl set-ntp true"),
            (["/run/chrony/chronyd.pid": "7"], "ok"),
        ] as [([String: String], String)])
    func service(_ files: [String: String], _ words: String) throws {
        #expect(try clock(FakeMachine(files))[0].contains(words))
    }

    @Test(
        "A wrong time zone",
        arguments: [
            ("Europe/Berln", "unset TZ"), ("Europe/Berlin", "ok"), (":Europe/Berlin", "ok"), ("CET-1CEST", "ok"),
            (nil, "leads nowhere"),
        ] as [(String?, String)])
    func variable(_ zone: String?, _ words: String) throws {
        let machine = try FakeMachine(["/usr/share/zoneinfo/Europe/Berlin": ""])
        #expect(clock(machine, zone: zone)[1].contains(words))
    }

    @Test(
        "Two files that disagree about the time zone",
        arguments: [
            ("Europe/Berlin", "ok"), ("Europe/Rome", "sudo timedatectl set-timezone Europe/Rome"),
        ])
    func zones(_ written: String, _ words: String) throws {
        let place = "/usr/share/zoneinfo/Europe/Berlin"
        let machine = try FakeMachine(["/etc/timezone": written + "\n", place: ""])
        let link = machine.root + "/etc/localtime"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: machine.root + place)
        #expect(clock(machine)[1].contains(words))
    }

    @Test(
        "No battery clock, or one whose battery is empty",
        arguments: [
            ([:], "sudo apt-get install fake-hwclock"), (["/etc/fake-hwclock.data": ""], "ok"),
            (["/sys/class/rtc/rtc0/since_epoch": "86400\n"], "sudo hwclock --systohc"),
            (["/sys/class/rtc/rtc0/since_epoch": "1800003600\n"], "ok"),
            (["/sys/class/rtc/rtc0/name": "x"], "cannot be read"),
            (["/sys/devices/system/clocksource/clocksource0/available_clocksource": "tsc kvm-clock"], "ok"),
        ] as [([String: String], String)])
    func battery(_ files: [String: String], _ words: String) throws {
        #expect(try clock(FakeMachine(files))[2].contains(words))
    }

    @Test(
        "A firewall",
        arguments: [
            (["/etc/ufw/ufw.conf": "# x\nENABLED=yes\n"], "sudo ufw allow 5353/udp"),
            (["/etc/ufw/ufw.conf": "ENABLED=no\n"], "sudo nft insert rule inet filter input udp dport 5353 accept"),
            (["/usr/sbin/firewalld": ""], "sudo firewall-cmd --permanent --add-port=5353/udp"),
        ] as [([String: String], String)])
    func firewall(_ files: [String: String], _ command: String) throws {
        let machine = try FakeMachine(files)
        let given = withExtendedLifetime(machine) { Firewall(machine.files).command(opening: 5353, "udp") }
        #expect(given.hasPrefix(command))
    }

    @Test("Avahi is off, or not there")
    func avahi() throws {
        let (without, with) = (try FakeMachine(), try FakeMachine(["/usr/sbin/avahi-daemon": ""]))
        func remedy(_ error: DiscoveryError, _ machine: FakeMachine) -> String? {
            NetworkCheckup.diagnosis(of: error, machine.files).remedy
        }
        #expect(remedy(.noDaemon, without) == "sudo apt-get install avahi-daemon")
        #expect(remedy(.noDaemon, with) == "sudo systemctl enable --now avahi-daemon")
        #expect(remedy(.noMessageBus, with)?.contains("apt-get install dbus") == true)
    }

    @Test("A camera that this user may not open")
    func forbidden() throws {
        let machine = try FakeMachine(["/dev/video0": ""])
        // Only root may give a file away.
        for (group, words) in [(0, "chgrp video"), (44, "sudo usermod -aG video ")]
        where chown(machine.root + "/dev/video0", getuid(), gid_t(group)) == 0 {
            let diagnosis = Diagnosis(.forbidden("/dev/video0"), machine.files)
            #expect(diagnosis.verdict == .problem && diagnosis.remedy?.contains(words) == true)
        }
    }

    @Test("A camera that another program uses")
    func busy() throws {
        let comm = ["/proc/12/comm": "cheese\n", "/proc/13/comm": "longshot\n", "/proc/x/comm": ""]
        func diagnosis(_ links: [String: String]) throws -> Diagnosis {
            let machine = try FakeMachine(comm, links: links)
            return withExtendedLifetime(machine) { Diagnosis(.busy("/dev/video0"), machine.files) }
        }
        let other = try diagnosis(["/proc/12/fd/7": "/dev/video0", "/proc/13/fd/1": "/dev/video1"])
        #expect(other.finding.contains("cheese") && other.remedy == "kill 12" && other.verdict == .problem)
        #expect(try diagnosis(["/proc/13/fd/7": "/dev/video0"]).verdict == .ok)
        #expect(try diagnosis([:]).remedy?.hasPrefix("sudo longshot doctor") == true)
    }

    @Test("A camera for which USB has no bandwidth")
    func bandwidth() {
        let diagnosis = Diagnosis(.noBandwidth("/dev/video0"))
        #expect(diagnosis.verdict == .problem)
        #expect(diagnosis.remedy?.hasSuffix("longshot camera --capture v4l2-mjpeg") == true)
    }

    @Test("An element whose package is missing, or damaged")
    func plugins() throws {
        let home = try FakeMachine(["/pipelines/web.pipeline": "# A page.\nwpesrc ! appsink name=encoded"])
        func line(_ machine: FakeMachine, as role: NodeDescription.Role = .camera) -> [String] {
            PluginCheckup.run(home: FilePath(home.root), role: role, machine.files).map(said)
        }
        #expect(line(try FakeMachine()).contains { $0.hasSuffix("sudo apt-get install gstreamer1.0-wpe") })
        let damaged = try FakeMachine(["/usr/share/doc/gstreamer1.0-wpe/copyright": ""])
        #expect(line(damaged).contains { $0.contains("--reinstall gstreamer1.0-wpe") })
        // A recorder captures nothing.
        #expect(!line(damaged, as: .recorder).contains { $0.contains("gstreamer1.0-wpe") })
    }
}
