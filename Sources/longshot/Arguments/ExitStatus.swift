// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlClient
import ControlServer
import Footage
import Foundation
import GStreamer
import Pipelines
import Transfers
import Trust
import Wire

/// The stable exit codes (`docs/reference/cli.md`).
enum ExitStatus: Int32 {
    /// The command failed.
    case failed = 1
    /// Something in the archive is damaged, or a transferred file is incomplete.
    case damaged = 2
    /// Nothing is damaged, but frames are missing.
    case incomplete = 3
    /// A camera has not reported yet how an epoch ended, or not all of its footage has been fetched.
    case open = 4
    /// A pipeline file or the configuration cannot be used.
    case unusable = 65
    /// Nothing has the given name: no node, camera, recording, still, file or control; or there is no archive in the given folder.
    case unknownName = 66
    /// A node cannot be reached, or a port is in use.
    case unavailable = 69
    /// Interrupted by the user.
    case interrupted = 130

    /// Runs a command, prints its error if it fails, and returns the exit code.
    static func running(_ body: () async throws -> Void) async -> Int32 {
        do {
            try await body()
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        } catch let error as ValidationError {
            // The parser does not know which command threw it while it ran, and would print the usage of `longshot`.
            Terminal.complain("longshot: \(error.message)")
            return ExitCode.validationFailure.rawValue
        } catch let error where Longshot.exitCode(for: error) != .failure || error is CleanExit {
            if let name = dashedName(error) {
                Terminal.complain("longshot: no option is called \(name); if it is a file, write ./\(name)")
                return ExitCode.validationFailure.rawValue
            }
            let unknown = unknownCommand(error)
            // Help and version: ArgumentParser prints them.
            if unknown == nil, Longshot.exitCode(for: error) == .success { Longshot.exit(withError: error) }
            Terminal.complain(block: unknown?.text ?? parserText(error))
            return ExitCode.validationFailure.rawValue
        } catch {
            Terminal.endProgress()
            Terminal.complain(block: "longshot: \(Terminal.words(for: error))")
            return status(for: error).rawValue
        }
    }

    /// The error for an unknown command, if the arguments begin with one.
    private static func unknownCommand(_ error: any Error) -> UnknownCommand? {
        UnknownCommand(
            Array(CommandLine.arguments.dropFirst()), below: Longshot.self,
            isUnexpected: Longshot.message(for: error).localizedCaseInsensitiveContains("unexpected argument"))
    }

    /// The parser's error and how the command is used, beginning as all errors of the program do.
    private static func parserText(_ error: any Error) -> String {
        let text = Longshot.fullMessage(for: error)
        return text.hasPrefix("Error: ") ? "longshot: \(text.dropFirst("Error: ".count))" : text
    }

    /// The argument that was taken for several short options, one of which asks for help, such as `-show.txt`.
    private static func dashedName(_ error: any Error) -> String? {
        guard Longshot.exitCode(for: error) == .success else { return nil }
        return CommandLine.arguments.dropFirst().prefix { $0 != "--" }.first {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 2 && $0 != "-help" && $0.contains("h")
        }
    }

    /// The exit code for an error.
    static func status(for error: any Error) -> ExitStatus {
        switch error {
        case is CancellationError: .interrupted
        case is CaptureError, is PipelineError, is GStreamerError, is ConfigurationError, is SettingError: .unusable
        case let problem as Problem where problem.isUnusable: .unusable
        case ControlServerError.unusableCertificate: .unusable
        case is UnknownName: .unknownName
        case let problem as Problem where problem.status == 404: .unknownName
        case TargetError.noFolder, TargetError.noArchive(_, nil), TargetError.noNode: .unknownName
        case ControlClientError.damaged, FootageError.damagedCatalog: .damaged
        case let problem as Problem where problem.isWrongDigest: .damaged
        case TransferError.changed: .damaged
        case let error as ControlClientError where error.isTransient: .unavailable
        case PairingError.noAnswer, TargetError.notRunning, TargetError.choose(_, []): .unavailable
        case is ControlServerError, is SeriesGoesOn, is NodeGone: .unavailable
        case let error as SetupError where error.isUnavailable: .unavailable
        default: .failed
        }
    }
}
