// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlClient
import ControlServer
import GStreamer
import Pipelines
import Wire

/// The stable exit codes (`docs/reference/cli.md`).
enum ExitStatus: Int32 {
    /// The job was not done.
    case failed = 1
    /// Something in the archive is damaged, or a file did not arrive whole.
    case damaged = 2
    /// Nothing is damaged, and frames are missing.
    case incomplete = 3
    /// A camera has not said yet how an epoch ended, or not everything has been fetched from it.
    case open = 4
    /// A pipeline file or the configuration cannot be used.
    case unusable = 65
    /// A node cannot be reached, or a port is in use.
    case unavailable = 69
    /// Interrupted by the user.
    case interrupted = 130

    /// Runs a command; says what went wrong, if anything; gives the exit code.
    static func running(_ body: () async throws -> Void) async -> Int32 {
        do {
            try await body()
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        } catch let error where Longshot.exitCode(for: error) != .failure || isHelp(error) {
            // Help, version, and arguments that cannot be read: ArgumentParser knows the words.
            Longshot.exit(withError: error)
        } catch {
            Terminal.complain("longshot: \(Terminal.words(for: error))")
            return status(for: error).rawValue
        }
    }

    private static func isHelp(_ error: any Error) -> Bool {
        error is CleanExit || error is ValidationError
    }

    /// The code that tells of an error.
    static func status(for error: any Error) -> ExitStatus {
        switch error {
        case is CancellationError: .interrupted
        case is CaptureError, is PipelineError, is GStreamerError, is ConfigurationError, is SettingError: .unusable
        case ControlClientError.damaged: .damaged
        case let error as ControlClientError where error.isTransient: .unavailable
        case is ControlServerError: .unavailable
        default: .failed
        }
    }
}
