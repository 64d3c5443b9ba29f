// SPDX-License-Identifier: Apache-2.0
import Foundation
import Subprocess
import SystemPackage
import TestSupport

/// Programs that the tests run: `longshot`, and independent ones that check it.
enum Tool {
    /// The output of a program and its exit code.
    struct Outcome: Sendable {
        let output: String
        let errors: String
        let code: Int32
    }

    /// The folder of the package.
    static let root = Checkout.root

    /// The binary under test: `LONGSHOT_BINARY`, or the debug build.
    static let longshot: String =
        ProcessInfo.processInfo.environment["LONGSHOT_BINARY"] ?? root + "/.build/debug/longshot"

    /// The state folder of nodes and remotes without their own home.
    static let state: Home = {
        do {
            return try Home()
        } catch {
            preconditionFailure("no temporary folder: \(error)")
        }
    }()

    /// Runs a program until it ends.
    static func run(_ program: String, _ arguments: [String], limit: Int = 64 << 20) async throws -> Outcome {
        let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        let result = try await Subprocess.run(
            executable, arguments: Arguments(arguments),
            environment: .inherit.updating(["XDG_STATE_HOME": state.path, "RUNTIME_DIRECTORY": state.path]),
            output: .string(limit: limit), error: .string(limit: 1 << 20))
        let code: Int32
        switch result.terminationStatus {
        case .exited(let exit): code = exit
        case .signaled(let signal): code = 128 + signal
        }
        return Outcome(output: result.standardOutput, errors: result.standardError, code: code)
    }

    static func longshot(_ arguments: String...) async throws -> Outcome {
        try await run(longshot, arguments)
    }
}
