// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlClient
import NetworkCameras
import Wire

struct CamerasCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameras", abstract: "Show the cameras of this machine and of its network.",
        discussion: """
            For each camera of this machine: its modes, what `longshot camera --capture auto` makes of it, and why another one \
            comes first. For each camera of the network that speaks ONVIF: its streams, and the command that records them. \
            `--capture auto` never takes a camera of the network. With --camera: the cameras of the machine on which that one runs.
            """,
        subcommands: [List.self, Find.self, Use.self], defaultSubcommand: List.self)

    /// Both kinds, in JSON.
    private struct Report: Encodable {
        let plugged: [PluggedCamera]
        let network: [NetworkCamera]
    }

    /// How long a search waits, in seconds.
    private static func patience(_ seconds: Double?) throws -> Double {
        let seconds = seconds ?? 2
        guard (0.1...60).contains(seconds) else { throw ValidationError("--seconds must be from 0.1 to 60") }
        return seconds
    }

    struct List: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            abstract: "All cameras: those that are plugged in, and those on the network.")

        @Option(help: "How long to wait for cameras on the network. (seconds from 0.1 to 60; default: 2)")
        var seconds: Double?

        @Flag(help: "Leave out the network.")
        var local = false

        @Option(
            help:
                "List those of the machine of this camera. (the name or id of a paired one, or host:port; default: none)",
            completion: .pairedCamera)
        var camera: String?

        @Option(
            help:
                "List those as the camera with this home sees them; its owner's key is used. (a folder; default: none)",
            completion: .directory)
        var home: String?

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func validate() throws { _ = try CamerasCommand.patience(seconds) }

        func carryOut() async throws {
            let isThere = camera != nil || home != nil
            let (isLocal, seconds) = (local || isThere, try CamerasCommand.patience(seconds))
            async let network = isLocal ? [] : CameraSearch.run(for: .seconds(seconds))
            // A device that may not be opened must not hide the cameras of the network.
            let (plugged, problem) = isThere ? (try await there(), nil) : await Self.plugged()
            let found = await network
            if json {
                if let problem { throw problem }
                return try Terminal.say(json: Report(plugged: plugged, network: found))
            }
            if plugged.isEmpty, problem == nil {
                Terminal.say("no camera is plugged into \(isThere ? "that" : "this") machine")
            }
            plugged.flatMap(\.lines).forEach { Terminal.say($0) }
            if let problem { Terminal.say("\(problem)") }
            if found.isEmpty, !isLocal {
                Terminal.say("no camera on the network answers; `longshot cameras find HOST` asks one by its address")
            }
            found.flatMap { $0.lines() }.forEach { Terminal.say($0) }
        }

        /// The cameras of the machine of another camera.
        private func there() async throws -> [PluggedCamera] {
            try await Target.find(camera, only: .camera, home: home).withClient { try await $0.devices() }
        }

        private static func plugged() async -> ([PluggedCamera], (any Error)?) {
            do { return (try await PluggedCamera.all(), nil) } catch { return ([], error) }
        }
    }

    struct Find: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            abstract: "The cameras of the network, or of the named hosts, with the address of each stream.",
            discussion: """
                Most cameras tell their streams to a user only. Whatever answers a search may be anybody, so a user's name and \
                the digest of the password are sent to named hosts only. The password is read from a file.
                """)

        @Argument(help: "Hosts to ask, with a port if it is not 80; the whole network when left out.")
        var hosts: [String] = []

        @Option(help: "How long to wait for answers of the network. (seconds from 0.1 to 60; default: 2)")
        var seconds: Double?

        @OptionGroup var options: NetworkUserOptions

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func validate() throws {
            _ = try CamerasCommand.patience(seconds)
            guard options.user == nil || !hosts.isEmpty else {
                throw ValidationError(
                    "say which cameras get the user's name and the digest of the password: "
                        + "longshot cameras find HOST --user NAME --password @FILE")
            }
        }

        func carryOut() async throws {
            let (user, seconds) = (try options.read(), try CamerasCommand.patience(seconds))
            let found =
                hosts.isEmpty
                ? await CameraSearch.run(for: .seconds(seconds)) : await CameraSearch.ask(hosts, as: user)
            if json { return try Terminal.say(json: found) }
            if found.isEmpty {
                Terminal.say(
                    "no camera answered within \(Format.decimal(seconds, 1)) s: is ONVIF switched on in its settings? "
                        + "If a firewall here keeps answers out, `longshot cameras find HOST` works all the same")
            }
            found.flatMap { $0.lines(as: options.user, options.password) }.forEach { Terminal.say($0) }
            // Of the cameras that answer a search, some are always somebody else's.
            if !hosts.isEmpty, found.contains(where: { $0.obstacle != nil }) { throw ExitCode.failure }
        }
    }
}
