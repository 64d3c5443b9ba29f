// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox
package import Subprocess
package import SystemPackage

/// A program that runs in a separate process: this executable again, with fewer rights.
///
/// It inherits only standard input, output and error, which its parent sets up.
package struct ConfinedProgram: Sendable {
    private let executable: FilePath
    private let arguments: [String]

    /// A command of this executable, which searches a node's home for pipelines.
    ///
    /// Uses `/proc/self/exe`, which leads to the running executable even if a newer version has replaced its file.
    package init(_ command: String, home: FilePath, _ arguments: [String] = []) {
        self.init("/proc/self/exe", [command, "--home", home.string] + arguments)
    }

    /// Another program.
    init(_ executable: FilePath, _ arguments: [String]) {
        (self.executable, self.arguments) = (executable, arguments)
    }

    /// How to start it: with only the variables that libraries need (so without secrets), and in its own session.
    ///
    /// In its own session, it does not receive Ctrl-C, which is for the node; the node ends it in an orderly way.
    ///
    /// - Parameter teardown: the steps before it is killed.
    package func configuration(teardown: [TeardownStep]) -> Configuration {
        // Makes writing to a process that has ended an error instead of a signal that ends this process.
        signal(SIGPIPE, SIG_IGN)
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = teardown
        let variables = ChildEnvironment.variables().map { (Environment.Key(stringLiteral: $0), $1) }
        return Configuration(
            executable: .path(executable), arguments: Arguments(arguments),
            environment: .custom(Dictionary(variables, uniquingKeysWith: { $1 })), platformOptions: options)
    }
}
