// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Setting a machine up", .serialized, .timeLimit(.minutes(4)), .enabled(if: SetupMachine.isPermitted))
struct SetupTests {
    private struct Report: Decodable {
        struct Page: Decodable { let links: [String] }
        let name: String
        let footage: String
        let unit: String
        let changed: Bool
        let page: Page?
    }

    private func report(_ outcome: Tool.Outcome) throws -> Report {
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    @Test(
        "With --yes a camera runs, and ends with a link to its page; the same again changes nothing; --remove undoes it"
    )
    func camera() async throws {
        let machine = try SetupMachine()
        let first = try report(try await machine.longshot("setup", "camera", "--yes", "--name", "front door", "--json"))
        #expect(first.name == "front door" && first.unit == "running" && first.changed)
        #expect(first.page?.links.first?.contains("/enter#") == true)
        #expect(try machine.calls() == ["daemon-reload", "enable --now longshot-camera.service"])
        #expect(try machine.text("lib/longshot/camera/longshot.yaml") == "name: front door\n")
        #expect(try await machine.status("lib/longshot/camera/longshot.yaml") == "64999:64999 640")
        #expect(try await machine.status("lib/longshot/camera") == "64999:64999 750")

        let again = try report(try await machine.longshot("setup", "camera", "--yes", "--json"))
        #expect(again.name == "front door" && !again.changed)
        #expect(try machine.calls() == ["enable --now longshot-camera.service"])

        let changed = try report(try await machine.longshot("setup", "camera", "--yes", "--name", "porch", "--json"))
        #expect(changed.changed)
        #expect(
            try machine.calls() == [
                "daemon-reload", "enable --now longshot-camera.service", "restart longshot-camera.service",
            ])

        let removed = try await machine.longshot("setup", "--remove")
        #expect(removed.code == 0, "\(removed.errors)")
        #expect(removed.output.contains("To delete them: sudo rm -r /var/lib/longshot/camera\n"), "\(removed.output)")
        #expect(removed.output.contains("No recorder was set up here."), "\(removed.output)")
        #expect(try machine.calls() == ["disable --now longshot-camera.service"])
        #expect(try machine.text("lib/longshot/camera/longshot.yaml") == "name: porch\n", "its data stays")
    }

    @Test("Several cameras of one machine have units, folders and ports of their own")
    func instances() async throws {
        let machine = try SetupMachine()
        func port(_ instance: String) throws -> [String] {
            let text = try machine.text("lib/longshot/camera-\(instance)/longshot.yaml")
            return text.split(separator: "\n").filter { $0.contains("port:") }.map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let first = try report(try await machine.longshot("setup", "camera", "--yes", "--instance", "porch", "--json"))
        #expect(first.name == "porch" && first.unit == "running" && first.page != nil)
        #expect(try machine.calls() == ["daemon-reload", "enable --now longshot-camera@porch.service"])
        _ = try report(try await machine.longshot("setup", "camera", "--yes", "--instance", "barn", "--json"))
        #expect(try port("porch") == ["port: 5666", "page-port: 5682"])
        #expect(try port("barn") == ["port: 5667", "page-port: 5683"])
        let again = try report(try await machine.longshot("setup", "camera", "--yes", "--instance", "porch", "--json"))
        #expect(!again.changed)
        // What its owner has written before the first setup has no ports, or one.
        let own = "camera:\n  capture: pattern\n  page-port: 7000\n"
        _ = try machine.home.write(own, as: "lib/longshot/camera-shed/longshot.yaml")
        _ = try report(try await machine.longshot("setup", "camera", "--yes", "--instance", "shed", "--json"))
        #expect(try Set(port("shed")) == ["page-port: 7000", "port: 5668"])
        let bad = try await machine.longshot("setup", "camera", "--yes", "--instance", "../porch")
        #expect(bad.code == 64 && bad.errors.contains("lower-case letters"), "\(bad.errors)")
        let wrong = try await machine.longshot("setup", "recorder", "--yes", "--instance", "porch")
        #expect(wrong.code == 64 && wrong.errors.contains("--instance is for a camera"), "\(wrong.errors)")
        _ = try machine.calls()
        let removed = try await machine.longshot("setup", "--remove")
        #expect(removed.code == 0 && removed.output.contains("The camera porch is stopped"), "\(removed.output)")
        #expect(
            try machine.calls() == [
                "disable --now longshot-camera@barn.service", "disable --now longshot-camera@porch.service",
                "disable --now longshot-camera@shed.service",
            ])
    }

    @Test("A recorder's archive goes to another disk, what is written stays, and --remove names both folders")
    func recorder() async throws {
        let machine = try SetupMachine()
        let mine = "# Mine.\nrecorder:\n  reserve-bytes: 7000000 # little\nviewers: 3\n"
        _ = try machine.home.write(mine, as: "lib/longshot/recorder/longshot.yaml")
        let arguments = ["setup", "recorder", "--yes", "--footage", "/srv/archive", "--json"]
        let outcome = try await Tool.run(machine.home.file("enter"), [Tool.longshot] + arguments)
        let first = try report(outcome)
        #expect(first.footage == "/srv/archive" && first.changed)
        #expect(
            try machine.text("lib/longshot/recorder/longshot.yaml")
                == mine.replacing("# little\n", with: "# little\n  continuous: true\n"))
        #expect(
            try machine.text("systemd/system/longshot-recorder.service.d/footage.conf").contains("\"/srv/archive\""))
        #expect(
            FileManager.default.fileExists(atPath: machine.home.file("srv/archive/catalog.sqlite")), "\(outcome.errors)"
        )
        let listed = try await machine.longshot("recordings", "--home", "/var/lib/longshot/recorder")
        #expect(listed.code == 0, "\(listed.errors)")
        let moved = try await machine.longshot("setup", "recorder", "--yes", "--footage", "/srv/other")
        #expect(moved.code == 1 && moved.errors.contains("sudo mv -T /srv/archive /srv/other"), "\(moved.errors)")
        let removed = try await machine.longshot("setup", "recorder", "--remove")
        #expect(removed.output.contains("rm -r /var/lib/longshot/recorder /srv/archive"), "\(removed.output)")
        #expect(throws: (any Error).self) {
            try machine.text("systemd/system/longshot-recorder.service.d/footage.conf")
        }
    }

    @Test("A camera and a recorder are set up and paired by script, and the recorder records")
    func pair() async throws {
        let machine = try SetupMachine()
        let camera = try Child(
            shell: "exec \(machine.home.file("enter")) \(Tool.longshot) setup camera --yes --json --let-in node",
            home: machine.home)
        try await eventually("the window is open: \(camera.output)") { camera.output.contains("longshot://pair") }
        let output = try machine.home.write(camera.output, as: "invitation.json")
        let join =
            "grep -o 'longshot://[^\"]*' '\(output)' | \(machine.home.file("enter")) \(Tool.longshot) setup recorder"
        let joined = try await Tool.run("sh", ["-c", join + " --yes --let-in node"])
        #expect(joined.code == 0 && joined.output.contains("paired with"), "\(joined.output) \(joined.errors)")
        #expect(try await camera.exit() == 0)
        try await eventually("it records") {
            let status = try await machine.longshot("record", "status", "--home", "/var/lib/longshot/recorder")
            return status.output.contains(/[1-9]\d* stored/)
        }
    }

    @Test("On a terminal it asks, refuses what does not fit, and opens the pairing window")
    func questions() async throws {
        let machine = try SetupMachine()
        let (screen, keyboard) = try machine.terminal("setup", "camera")
        for (question, answer) in [
            ("Which one? [1]", "7"), ("a number from 1 to 1", "1"), ("What is its name? [", "front door"),
            ("Where does footage go? [", "/home/me"), ("cannot see /home", "/srv/spool"), ("Who? [1]", "2"),
        ] {
            try await eventually("it asks \(question): \(screen.output)") { screen.output.contains(question) }
            try keyboard.write(contentsOf: Data("\(answer)\n".utf8))
        }
        try await eventually("the window is open: \(screen.output)") { screen.output.contains("longshot://pair") }
        for words in [
            "1  a test picture", "Where does footage go? [/var/lib/longshot/camera/spool, ", "are free there",
            "2  a recorder: opens a pairing window", "camera front door runs as longshot-camera.service",
            "longshot pair join",
        ] {
            #expect(screen.output.contains(words), "\(words) is not in \(screen.output)")
        }
        #expect(
            try machine.text("lib/longshot/camera/longshot.yaml")
                == "name: front door\ncamera:\n  spool: /srv/spool\n")
        try await eventually("it spools there") {
            try await Tool.run("find", [machine.home.file("srv/spool"), "-name", "*.mp4"]).output.contains("mp4")
        }
        try keyboard.write(contentsOf: [3])
        #expect(try await screen.exit() == 130)
        try keyboard.close()
    }

    @Test("Without a terminal it says to use --yes, and another user to use sudo")
    func refusals() async throws {
        let machine = try SetupMachine()
        let silent = try await Tool.run("sh", ["-c", "\(Tool.longshot) setup camera < /dev/null"])
        #expect(silent.code == 64 && silent.errors.contains("--yes"), "\(silent.errors)")
        let user = try await Tool.run(
            machine.home.file("enter"),
            ["setpriv", "--reuid", "64999", "--clear-groups", Tool.longshot, "setup", "camera", "--yes"])
        #expect(user.code == 1 && user.errors.contains("sudo longshot setup camera"), "\(user.errors)")
        let role = try await machine.longshot("setup", "camera", "--yes", "--continuous")
        #expect(role.code == 64 && role.errors.contains("--continuous is for a recorder"), "\(role.errors)")
        #expect(try await machine.longshot("setup", "--yes").code == 64)
        #expect(try machine.calls() == [])
        let bare = try await SetupMachine(units: false).longshot("setup", "camera", "--yes")
        #expect(bare.code == 1 && bare.errors.contains("install the Debian package"), "\(bare.errors)")
    }

    @Test("A folder that the user of the unit cannot reach is refused, before the configuration is written")
    func unreachable() async throws {
        let machine = try SetupMachine()
        try FileManager.default.createDirectory(
            atPath: machine.home.file("srv/closed"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let outcome = try await machine.longshot("setup", "camera", "--yes", "--footage", "/srv/closed/spool")
        #expect(outcome.code == 1 && outcome.errors.contains("namei -l /srv/closed/spool"), "\(outcome.errors)")
        #expect(throws: (any Error).self) { try machine.text("lib/longshot/camera/longshot.yaml") }
        #expect(try machine.calls() == [])
    }

    @Test("A configuration in another style is left as it is, and the error says what to write")
    func style() async throws {
        let machine = try SetupMachine()
        let text = "{name: porch, camera: {port: 0}}\n"
        _ = try machine.home.write(text, as: "lib/longshot/camera/longshot.yaml")
        let outcome = try await machine.longshot("setup", "camera", "--yes", "--name", "attic")
        #expect(outcome.code == 1 && outcome.errors.contains("name: attic\n"), "\(outcome.errors)")
        #expect(try machine.text("lib/longshot/camera/longshot.yaml") == text)
        #expect(try machine.calls() == [])
    }

    @Test(
        "Where systemd does not run, it configures, and says what to type instead",
        arguments: [("offline", ["enable longshot-camera.service"], "enabled"), (nil, [], "missing")]
            as [(String?, [String], String)])
    func container(_ systemd: String?, _ calls: [String], _ unit: String) async throws {
        let machine = try SetupMachine(systemd: systemd)
        let outcome = try await machine.longshot("setup", "camera", "--yes")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output.contains("  runuser -u longshot -- longshot camera --home /var/lib/longshot/camera\n"),
            "\(outcome.output)")
        #expect(try machine.calls() == calls)
        #expect(try report(try await machine.longshot("setup", "camera", "--yes", "--json")).unit == unit)
    }
}
