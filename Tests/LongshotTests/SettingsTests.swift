// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import Pipelines
import SystemPackage
import TestSupport
import Testing

@testable import longshot

@Suite("Settings")
struct SettingsTests {
    private let home = FilePath(NSTemporaryDirectory()).appending("longshot-settings-" + UUID().uuidString)

    /// A configuration with this file and this environment.
    private func configuration(
        _ file: String? = nil, _ environment: [String: String] = [:]
    ) throws -> NodeConfiguration {
        try FileManager.default.createDirectory(atPath: home.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        if let file { try Data(file.utf8).write(to: URL(fileURLWithPath: home.string + "/longshot.yaml")) }
        return try NodeConfiguration(home: home, environment: environment)
    }

    @Test("a file that is not UTF-8 text is refused in words")
    func encoding() throws {
        try FileManager.default.createDirectory(atPath: home.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        try Data([0xff, 0xfe, 0x3a]).write(to: URL(fileURLWithPath: home.string + "/longshot.yaml"))
        let words = complaint { _ = try NodeConfiguration(home: home, environment: [:]) }
        #expect(
            words?.hasSuffix("longshot.yaml is not readable as YAML: it is not UTF-8 text") == true, "\(words ?? "")")
    }

    @Test(
        "a line that a tab indents is refused in words, and so is one value in the place of a list",
        arguments: [
            "name: porch\ncamera:\n\tring-bytes: 1MB\n", "name: porch\nviewers: 2\n\tcamera: x\n",
        ])
    func tabs(_ file: String) throws {
        let words = complaint { _ = try configuration(file) } ?? ""
        #expect(
            words.hasSuffix("YAML: line 3 begins with a tab, and tabs cannot indent in YAML: write spaces"), "\(words)")
        let list = complaint { _ = try configuration("camera:\n  set: encoder.bitrate=6000\n")[\.cameraSet] } ?? ""
        #expect(list.hasSuffix("; for example set: [encoder.bitrate=6000]"), "\(list)")
    }

    private func setting(_ key: String) throws -> any CheckedSetting {
        try #require(Settings.all.first { $0.key == key } as? any CheckedSetting)
    }

    /// The text of an error, or nil.
    private func complaint(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a variable that looks like a setting and is none is told")
    func variables() throws {
        let variables = [
            "LONGSHOT_CAMERA_RING_BYTE": "1", "LONGSHOT_RECORDER_WHATEVER": "1", "LONGSHOT_HOME": "/",
            "LONGSHOT_NAME": "a",
            "LONGSHOT_BINARY": "/", "PATH": "",
        ]
        #expect(
            try configuration(nil, variables).complaints == [
                "the variable LONGSHOT_CAMERA_RING_BYTE is no setting: did you mean LONGSHOT_CAMERA_RING_BYTES?",
                "the variable LONGSHOT_RECORDER_WHATEVER is no setting: see docs/reference/configuration.md for all of them",
            ])
    }

    @Test("An option comes before the environment, that before the file, and that before the default")
    func precedence() throws {
        let file = "camera:\n  ring-bytes: 3\n  set: [a.b=1]\n"
        let variables = ["LONGSHOT_CAMERA_RING_BYTES": "2", "LONGSHOT_CAMERA_SPOOL": "/b"]
        #expect(try configuration()[\.cameraRingBytes] == nil)
        #expect(try configuration(file)[\.cameraRingBytes] == 3)
        #expect(try configuration(file, variables)[\.cameraRingBytes] == 2)
        let command = try CameraCommand.parse(["--ring-bytes", "1", "--set", "c.d=2"])
        var settings = CameraSettings(home: home)
        try command.camera.apply(to: &settings, over: try configuration(file, variables))
        #expect(settings.ringBytes == 1)
        #expect(settings.spool == "/b")
        #expect(settings.values == ["a.b=1", "c.d=2"], "values of elements add up")
        #expect(settings.capture == "pattern")
    }

    @Test("A node makes a folder of its settings, and none above it, whose disk may not be mounted")
    func folder() throws {
        let new = home.appending("new")
        let command = try CameraCommand.parse(["--spool", new.appending("spool").string])
        var settings = CameraSettings(home: home)
        let said = complaint { try command.camera.apply(to: &settings, over: try configuration()) } ?? ""
        #expect(said.hasPrefix("there is no folder \(new), in which \(new)/spool is to be: "), "\(said)")
        let file = "name: a\ncamera:\n  spool: \(new)/spool\n"
        let set = complaint {
            try CameraCommand.parse([]).camera.apply(to: &settings, over: try configuration(file))
        }
        #expect(set?.hasPrefix("\(home)/longshot.yaml:3: there is no folder \(new), in which") == true, "\(set ?? "")")
        #expect(try NodeConfiguration.folder("/spool") == "/spool")
        #expect(try NodeConfiguration.folder("spool") == "spool")
    }

    @Test("Every setting is read from the environment, and from the file behind it", arguments: Settings.all.map(\.key))
    func sources(_ key: String) throws {
        let setting = try setting(key)
        let parts = key.split(separator: ".").joined(separator: ":\n  ")
        // A value of the wrong type for each setting.
        let file = "\(parts): \(setting.isList ? "x" : "[x]")\n"
        let said = complaint { try setting.read(from: try configuration(file)) } ?? ""
        let line = file.split(separator: "\n").count
        #expect(said.hasPrefix("\(home)/longshot.yaml:\(line): \"\(key)\" must be \(setting.allowed), not "), "\(said)")
        let environment = [setting.variable: setting.valid]
        #expect(complaint { try setting.read(from: try configuration(file, environment)) } == nil)
    }

    @Test(
        "A number is taken at the ends of its range, and refused beyond them",
        arguments: [
            ("camera.port", "0", "65535", "-1", "65536"), ("recorder.page-port", "0", "65535", "-1", "65536"),
            ("viewers", "0", "64", "-1", "65"), ("camera.ring-bytes", "0", "8000000000", "-1", "8000000001"),
            ("camera.spool-bytes", "16000000", "1000000000000000", "15999999", "1000000000000001"),
            ("camera.spool-seconds", "10", "31536000", "9", "31536001"),
            ("camera.aperture", "0.5", "256", "0.49", "256.1"), ("camera.focal-length", "0.1", "1e4", "0", "10001"),
            ("camera.iso-per-gain", "0.001", "10000", "0", "nan"),
            ("recorder.backfill-rate", "1000", "1000000000000", "999", "1000000000001"),
            ("recorder.keep-bytes", "16MB", "1000000000000000000", "15.9 MB", "1000000000000000001"),
            ("recorder.keep-hours", "1", "1_000_000", "0", "1000001"),
            ("recorder.reserve-bytes", "0", "0x10", "-1", "many"),
            ("files.reserve-bytes", "1.5 kB", "1EB", "-1", "1.5"),
            ("recorder.latency-milliseconds", "10", "10s", "9ms", "10001"),
        ])
    func ranges(_ key: String, _ least: String, _ most: String, _ less: String, _ more: String) throws {
        let setting = try setting(key)
        for text in [least, most] {
            #expect(complaint { try setting.read(from: try configuration(nil, [setting.variable: text])) } == nil)
        }
        for text in [less, more] {
            let said = complaint { try setting.read(from: try configuration(nil, [setting.variable: text])) }
            #expect(said?.hasPrefix("\(setting.variable): \"\(key)\" must be") == true, "\(text)")
        }
    }

    @Test("An error names the setting, where it was set, what is allowed and what to type")
    func errors() throws {
        let file = complaint { _ = try configuration("name: a\ncamera:\n  port: many\n")[\.cameraPort] }
        #expect(
            file
                == "\(home)/longshot.yaml:3: \"camera.port\" must be a whole number from 0 to 65535, not \"many\"; for example port: 5664"
        )
        let variable = complaint {
            _ = try configuration(nil, ["LONGSHOT_RECORDER_TRANSPORT": "sctp"])[\.recorderTransport]
        }
        #expect(
            variable
                == "LONGSHOT_RECORDER_TRANSPORT: \"recorder.transport\" must be udp or tcp, not \"sctp\"; for example LONGSHOT_RECORDER_TRANSPORT=udp"
        )
        let option = complaint {
            do {
                _ = try CameraCommand.parse(["--ring-bytes", "8000000001"])
            } catch {
                throw SaidError(description: CameraCommand.message(for: error))
            }
        }
        #expect(
            option
                == "The value '8000000001' is invalid for '--ring-bytes <ring-bytes>': must be a size from 0 to 8GB (a bare number is bytes), not \"8000000001\"; for example --ring-bytes 48MB"
        )
    }

    @Test("A key that is not known is refused with its line and the key that was meant")
    func unknown() throws {
        let said = complaint { _ = try configuration("name: kitchen\ncamera:\n  prot: 5\n") }
        #expect(
            said == "\(home)/longshot.yaml:3: unknown key \"camera.prot\": did you mean \"camera.port\"?")
        for (text, meant) in [
            ("camera:\n  name: x\n", "\"name\""), ("port: 5\n", "\"camera.port\" or \"recorder.port\""),
            ("capture: test\n", "\"camera.capture\""),
        ] {
            let misplaced = complaint { _ = try configuration(text) }
            #expect(misplaced?.hasSuffix("did you mean \(meant)?") == true, "\(misplaced ?? "")")
        }
        let group = complaint { _ = try configuration("camera: 5\n") }
        #expect(group?.contains(":1: \"camera\" is a group of keys, such as camera.port") == true, "\(group ?? "")")
        let list = complaint { _ = try configuration("camera:\n  set:\n    encoder.bitrate: 5\n") }
        let words = ":3: \"camera.set\" is a list, and no group of keys: write set: [encoder.bitrate=5]"
        #expect(list?.hasSuffix(words) == true, "\(list ?? "")")
        #expect(complaint { _ = try configuration("camera:\n  # nothing\nname: kitchen\n") } == nil)
        #expect(complaint { _ = try configuration("just words\n") }?.contains("key: value") == true)
        #expect(complaint { _ = try configuration("# nothing is set\n") } == nil)
    }

    @Test("A name that no peer would take is refused with its line, and times and rates may have units")
    func unitsAndNames() throws {
        let said = complaint { _ = try configuration("\nname: \"\"\n")[\.name] }
        let expected = "\(home)/longshot.yaml:2: \"name\" must be a name of 1 to 128 bytes"
        #expect(said?.hasPrefix(expected) == true, "\(said ?? "")")
        #expect(try configuration("camera: {spool-seconds: 15m}")[\.cameraSpoolSeconds] == 900)
        #expect(try configuration("recorder: {keep-hours: 36h}")[\.recorderKeepHours] == 36)
        #expect(try configuration("recorder: {keep-hours: 36}")[\.recorderKeepHours] == 36)
        #expect(complaint { _ = try configuration("recorder: {keep-hours: 5m}")[\.recorderKeepHours] } != nil)
        #expect(try configuration("recorder: {backfill-rate: 1.5MB/s}")[\.recorderBackfillRate] == 1_500_000)
    }

    @Test("Switches are read in all their spellings, and can be turned off again by an option")
    func switches() throws {
        for text in ["true", "Yes", "on", "1"] { #expect(try configuration("discovery: \(text)")[\.discovery]) }
        for text in ["false", "NO", "off", "0"] { #expect(try !configuration("discovery: \(text)")[\.discovery]) }
        #expect(try CameraCommand.parse(["--no-discovery"]).options.discovery == false)
        #expect(try RecorderCommand.parse(["--continuous"]).continuous == true)
        #expect(try RecorderCommand.parse(["--no-continuous"]).continuous == false)
        #expect(try RecorderCommand.parse([]).continuous == nil)
    }

    @Test("The page has any free port if the node has, unless its port is set")
    func pagePort() throws {
        let page = Settings.table.cameraPagePort
        #expect(try configuration().port(nil, page, beside: 5_664) == 5_680)
        #expect(try configuration().port(nil, page, beside: 0) == 0)
        #expect(try configuration("camera:\n  page-port: 7").port(nil, page, beside: 0) == 7)
        #expect(try configuration("camera:\n  page-port: 7").port(8, page, beside: 0) == 8)
    }

    @Test("A check covers all values of a file, also values that a node does not read")
    func checked() throws {
        try configuration("camera:\n  port: 7000\n").check()
        let said = complaint { try configuration("camera:\n  port: 70000\n").check() } ?? ""
        #expect(said.contains("camera.port") && said.contains("70000"), "\(said)")
        let items = try configuration("camera:\n  set:\n    - encoder.bitrate: 2000\n").text(of: "camera.set")
        #expect(items == .list(["encoder.bitrate: 2000"]))
    }

    @Test("A certificate without its key is refused wherever it was set")
    func certificate() throws {
        #expect(throws: (any Error).self) { try CameraCommand.parse(["--web-key", "/k"]) }
        let command = try CameraCommand.parse([])
        for (file, reason) in [
            ("web-key: /k\n", "\"web-certificate\" and \"web-key\" belong together"),
            ("name: a\nweb-certificate: /c\n", "\"web-certificate\" and \"web-key\" belong together"),
            ("web-certificate: /dev/null\nweb-key: \(home)/none\n", "Cannot read \(home)/none"),
        ] {
            let said = complaint { _ = try command.options.certificate(try configuration(file)) } ?? ""
            let line = file.split(separator: "\n").count
            #expect(said.hasPrefix("\(home)/longshot.yaml:\(line): \(reason)"), "\(said)")
        }
        let both = "web-key: /dev/null\nweb-certificate: /dev/null\n"
        #expect(try command.options.certificate(try configuration(both)) != nil)
    }

    @Test("An address to listen on is refused if it is none; a host name is resolved later")
    func addresses() throws {
        for text in ["::", "0.0.0.0", "fe80::1%eth0", "localhost", "porch.local"] {
            #expect(try configuration(nil, ["LONGSHOT_HOST": text])[\.host] == text)
        }
        for text in ["300.1.1.1", "127.0.0.1:80", "[::1]", ""] {
            let said = complaint { _ = try configuration(nil, ["LONGSHOT_HOST": text])[\.host] } ?? ""
            #expect(said.hasPrefix("LONGSHOT_HOST: \"host\" must be an address, not \"\(text)\""), "\(said)")
        }
    }

    @Test("A value for an element is refused with the place where it was set, unless an option gave it")
    func elements() throws {
        let file = "name: a\ncamera:\n  set: [bitrate, encodr.bitrate=1, camera.key=@/k]\n"
        let configuration = try configuration(file)
        let (plain, given) = (
            try CameraCommand.parse([]).camera, try CameraCommand.parse(["--set", "other"]).camera
        )
        for error in [
            PipelineError.badSetting("bitrate"), .noElement("encodr", file: "x", names: []),
            .badSecret("/k", reason: "no"),
        ] {
            #expect("\(plain.located(error, in: configuration))" == "\(home)/longshot.yaml:3: \(error)")
        }
        let other = PipelineError.badSetting("other")
        #expect("\(given.located(other, in: configuration))" == "\(other)")
    }

    @Test("A screen of no pipeline is refused with the place where it was set")
    func screen() throws {
        var settings = CameraSettings(home: home)
        settings.screen = "nope"
        let configuration = try configuration("camera:\n  screen: nope\n")
        let said = complaint { try CameraCommand.parse([]).camera.check(settings, over: configuration) } ?? ""
        #expect(said.hasPrefix("\(home)/longshot.yaml:2: there is no pipeline \"nope\""), "\(said)")
        let option = complaint {
            try CameraCommand.parse(["--screen", "nope"]).camera.check(settings, over: configuration)
        }
        #expect(option?.hasPrefix("there is no pipeline \"nope\"") == true, "\(option ?? "")")
        let other = PipelineError.unusable("nope", as: .screen, problems: "it is a capture pipeline")
        let located = try CameraCommand.parse([]).camera.located(other, in: configuration)
        #expect("\(located)" == "\(home)/longshot.yaml:2: \(other)")
    }

    @Test("Help says value and default of every option", arguments: Settings.all.compactMap(\.option))
    func help(_ option: String) throws {
        let text = (CameraCommand.helpMessage(columns: 10_000) + RecorderCommand.helpMessage(columns: 10_000))
        for setting in Settings.all where setting.option == option {
            #expect(text.contains(setting.help()), "\(setting.key)")
        }
    }

    @Test("The tables in the documents are those of the program", arguments: SettingsTable.allCases)
    func documents(_ table: SettingsTable) throws {
        let difference = try Checkout.difference(
            of: table.markdown, from: "\(table.rawValue) settings", in: table.page)
        #expect(difference == [], "\(table.page): LONGSHOT_WRITE_TABLES=1 writes the table as it is now")
    }
}

private struct SaidError: Error, CustomStringConvertible {
    let description: String
}

/// A setting of any type whose value is only checked.
private protocol CheckedSetting: SettingRow {
    var isList: Bool { get }
    var valid: String { get }
    func read(from configuration: NodeConfiguration) throws
}

extension Setting: CheckedSetting {
    fileprivate var isList: Bool { Value.self == [String].self }
    /// A valid value in the form of the environment.
    fileprivate var valid: String { isList ? "a, b" : example }
    fileprivate func read(from configuration: NodeConfiguration) throws { _ = try configuration.given(self) }
}
