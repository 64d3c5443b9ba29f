// SPDX-License-Identifier: Apache-2.0
import Glibc
import Subprocess
import SystemPackage
import Tasks
import Viewing
import Wire

/// Looks at cameras in another process: this executable again.
struct DeviceProgram: Sendable {
    /// How long it may take: a second or three for each size that is measured.
    private static let patience = Duration.seconds(60)

    /// How it is started.
    let configuration: @Sendable (_ arguments: [String]) -> Configuration

    /// Looks at the cameras of this machine, with the lowest priority: a driver or libcamera may crash or hang, and measuring encoders
    /// must not take the processor from what is captured.
    static func plugged(home: FilePath) -> Self {
        Self { arguments in
            // The link of this process, because that of `nice` would lead to itself.
            let command = ["-n", "19", "/proc/\(getpid())/exe", "devices", "--home", home.string] + arguments
            var options = PlatformOptions()
            // Ctrl-C is for the node, which ends it.
            options.createSession = true
            return Configuration(
                executable: .name("nice"), arguments: Arguments(command), platformOptions: options)
        }
    }

    /// Looks at the cameras of the network, whose XML and video are anybody's, with nothing of the node's home within reach.
    static func network(home: FilePath) -> Self {
        Self { ConfinedProgram("network-cameras", home: home, $0).configuration(teardown: []) }
    }

    /// What it prints.
    ///
    /// - Parameters:
    ///   - input: what it reads, for what is no argument because other users see those.
    ///   - limit: the most bytes of its output.
    func output(_ arguments: [String] = [], input: [UInt8] = [], limit: Int) async throws -> [UInt8] {
        let configuration = configuration(arguments)
        let (status, output, errors): (TerminationStatus, [UInt8], String?)
        do {
            (status, output, errors) = try await withTimeout(Self.patience) {
                let result = try await Subprocess.run(
                    configuration, input: .inputWriter, output: .bytes(limit: limit), error: .string(limit: 1 << 16)
                ) { await $0.standardInputWriter.write(whole: input) }
                return (result.terminationStatus, result.standardOutput, result.standardError)
            }
        } catch is TimedOut {
            throw Problem.conflict("the cameras could not be looked at within \(Self.patience): does a driver hang?")
        } catch let error as SubprocessError {
            throw Problem.conflict("the program that looks at the cameras does not run: \(error)")
        }
        switch status {
        case .exited(0): return output
        // There is no such camera.
        case .exited(66): throw Problem.notFound(Self.reason(errors))
        case .exited: throw Problem.conflict(Self.reason(errors))
        case .signaled(let signal):
            throw Problem.conflict(
                "a driver, or libcamera, crashed with signal \(signal) when the cameras were looked at: `longshot cameras` on that "
                    + "machine says more")
        }
    }

    /// The last line that it wrote to standard error, without the program's name.
    private static func reason(_ errors: String?) -> String {
        let line = (errors ?? "").split(separator: "\n").last.map(String.init) ?? "the cameras cannot be looked at"
        return line.hasPrefix("longshot: ") ? String(line.dropFirst(10)) : line
    }
}
