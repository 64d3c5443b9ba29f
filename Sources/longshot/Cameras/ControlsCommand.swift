// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlClient
import Wire

struct ControlsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls", abstract: "Show and set a camera's controls: exposure, gain, white balance, focus, …",
        discussion: """
            What is set is kept for that device and set again when it is plugged in again, and after a restart. A value that the \
            camera has been setting by itself is taken from it; `auto` gives it back.
            """,
        subcommands: [Show.self, Set.self, Reset.self, Save.self, Use.self, Forget.self], defaultSubcommand: Show.self)

    /// The options of the commands that change controls.
    struct Options: ParsableArguments {
        @OptionGroup var target: CameraTarget

        @Flag(help: "Report as JSON.")
        var json = false

        /// Makes a change, and shows the named controls, or else those that are kept.
        func carryOut(_ change: ControlChange, showing names: [String]? = nil) async throws {
            let sheet = try await target.withClient { try await $0.changeControls(change) }
            if json { return try Terminal.say(json: sheet) }
            let shown = sheet.controls.filter { one in
                names.map { $0.contains(one.key) || $0.contains(one.raw) } ?? one.isKept
            }
            ControlText.lines(shown).forEach { Terminal.say($0) }
            ControlText.remarks(sheet).forEach { Terminal.say($0) }
        }
    }

    /// Both sides of `name=value`; the value is everything after the first `=`.
    static func parts(of change: String) throws(ValidationError) -> (name: String, value: String) {
        let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("\"\(change)\" is not name=value") }
        return (parts[0], parts[1])
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the controls, their values and ranges, and who sets them.")

        @OptionGroup var target: CameraTarget

        @Argument(help: "The controls to show; those with names of their own when left out.", completion: .control)
        var names: [String] = []

        @Flag(help: "Show the driver's other controls too.")
        var all = false

        @Flag(help: "List the cameras that are plugged into this machine instead, with their formats, sizes and rates.")
        var devices = false

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            if devices { return try await listDevices() }
            let sheet = try await target.withClient { try await $0.controls() }
            if let missing = names.first(where: { name in
                !sheet.controls.contains { $0.key == name || $0.raw == name }
            }) {
                throw UnknownName(
                    kind: "control", place: "of this camera", name: missing,
                    known: sheet.controls.flatMap { [$0.key, $0.raw] },
                    list: "longshot controls --all\(target.addition)")
            }
            if json { return try Terminal.say(json: sheet) }
            if let reason = sheet.reason { return Terminal.say(reason) }
            if let device = sheet.device { Terminal.say("\(device.name)  \(device.path)  \(device.identity)") }
            let shown = sheet.controls.filter { one in
                names.isEmpty
                    ? all || one.isKept || one.key != one.raw || KnownControl.keys.contains(one.key)
                    : names.contains(one.key) || names.contains(one.raw)
            }
            ControlText.lines(shown, isWhole: !names.isEmpty).forEach { Terminal.say($0) }
            if names.isEmpty, shown.count < sheet.controls.count {
                Terminal.say("and \(sheet.controls.count - shown.count) of the driver's own: --all")
            }
            ControlText.remarks(sheet).forEach { Terminal.say($0) }
        }

        private func listDevices() async throws {
            let rows = try await PluggedCamera.all()
            if json { return try Terminal.say(json: rows) }
            if rows.isEmpty { Terminal.say("no camera is plugged into this machine") }
            rows.flatMap(\.lines).forEach { Terminal.say($0) }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set controls: exposure=1/100 gain=auto power-line='50 Hz'.",
            discussion: """
                Numbers are in the unit that is shown, or say theirs: 0.01, 1/100, 10ms, 5600K. `auto` leaves it to the camera, \
                `default` puts it back.
                """)

        @OptionGroup var options: Options

        @Argument(help: "Controls and their values, as name=value.")
        var changes: [String]

        mutating func run() async throws {
            var set: [String: ControlValue] = [:]
            for change in changes {
                let (name, value) = try ControlsCommand.parts(of: change)
                set[name] = .text(value)
            }
            // A camera's own lamp has both names.
            let lamp = set.keys.contains("torch") ? ["flash"] : []
            try await options.carryOut(ControlChange(set: set), showing: Array(set.keys) + lamp)
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reset controls to their defaults.")

        @OptionGroup var options: Options

        @Argument(help: "The controls; all when left out.", completion: .control)
        var names: [String] = []

        mutating func run() async throws {
            try await options.carryOut(
                ControlChange(reset: names.isEmpty ? [ControlChange.all] : names), showing: names.isEmpty ? nil : names)
        }
    }

    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Save what is set now as a preset.")

        @OptionGroup var options: Options

        @Argument(help: "The preset's name.")
        var name: String

        mutating func run() async throws { try await options.carryOut(ControlChange(save: name)) }
    }

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set everything as a preset has it; what it does not mention goes back to its default.")

        @OptionGroup var options: Options

        @Argument(help: "The preset's name.", completion: .preset)
        var name: String

        mutating func run() async throws { try await options.carryOut(ControlChange(use: name)) }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Forget a preset; nothing is set.")

        @OptionGroup var options: Options

        @Argument(help: "The preset's name.", completion: .preset)
        var name: String

        mutating func run() async throws { try await options.carryOut(ControlChange(forget: name)) }
    }
}
