// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import GStreamer
import Sandbox

/// The root command.
@main
struct Longshot: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "longshot",
        abstract: "Record a camera so that every frame can be accounted for, and take stills meanwhile.",
        discussion: """
            Begin with `longshot demo`: a camera box and a recorder on this machine, with a test picture.
            Exit codes: 0 done, 1 failed, 2 footage or a file is damaged, 3 frames are missing, \
            4 a camera has not said everything yet, 64 wrong arguments, 65 unusable \
            pipeline or configuration, 66 unknown name, 69 node not reachable or port in use, 130 interrupted.
            """,
        version: version,
        subcommands: [
            DemoCommand.self, SetupCommand.self, CameraCommand.self, RecorderCommand.self, RecordCommand.self,
            SnapCommand.self, StillsCommand.self, RecordingsCommand.self, ExportCommand.self, VerifyCommand.self,
            SendCommand.self, FilesCommand.self, ControlsCommand.self, PipelineCommand.self, WatchCommand.self,
            PairCommand.self, NodesCommand.self, CamerasCommand.self, NearbyCommand.self,
            CalibrateCommand.self, PageCommand.self, DoctorCommand.self,
            ViewersCommand.self,
            PictureCommand.self,
            ScreenTrialCommand.self,
            DevicesCommand.self, NetworkCamerasCommand.self,
        ])

    /// The versions of the program and its libraries, one per line.
    private static var versions: String {
        let parts = [("longshot", version), ("gstreamer", gstreamerVersion)] + ResolvedVersions.list
        return parts.map { "\($0) \($1)" }.joined(separator: "\n")
    }

    /// Throws a validation error for an empty argument, as a variable of a script that is not set leaves; a value of an option may be
    /// empty.
    private static func requireNoEmptyArgument() throws {
        let arguments = CommandLine.arguments
        guard arguments.dropFirst().first != "---completion" else { return }
        for (before, argument) in zip(arguments, arguments.dropFirst()) where argument.isEmpty && !before.hasPrefix("-")
        {
            throw ValidationError(
                "an argument is empty: give an id, a name or a path. Is a variable of a script not set?")
        }
    }

    /// Runs the command; a failure prints one sentence on standard error and ends with a stable exit code.
    static func main() async {
        // Of a reader that has enough (`| head`), `Terminal` learns when it writes; what a command does goes on.
        signal(SIGPIPE, SIG_IGN)
        keepMemoryTogether()
        quietLibcamera()
        // The parser exits at --version and ignores other arguments.
        if Set(CommandLine.arguments.dropFirst()) == ["--version", "--verbose"] { return print(versions) }
        if let script = CompletionScript.script(for: Array(CommandLine.arguments.dropFirst())) { return print(script) }
        let code = await ExitStatus.running {
            try requireNoEmptyArgument()
            // Asynchronous parsing starts threads, and a command that confines itself must not have any yet.
            let isCompletion = CommandLine.arguments.dropFirst().first == "---completion"
            var command = isCompletion ? try await asyncParseAsRoot(nil) : try parseAsRoot(nil)
            if let confined = command as? any ConfinedCommand { try confined.sandbox.enter() }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        }
        // What a script reads would be incomplete, or empty.
        if let loss = Terminal.loss {
            Terminal.complain(
                "longshot: standard output could not be written: \(loss). What was to be printed is not complete")
            exit(withError: ExitCode(code == 0 ? ExitStatus.failed.rawValue : code))
        }
        if code != 0 { exit(withError: ExitCode(code)) }
    }
}
