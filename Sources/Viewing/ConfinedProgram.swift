// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox
import Subprocess
import SystemPackage

/// A program that runs as a process of its own: this program once more, with other rights.
///
/// It has standard input, output and error of its parent's making and no other descriptor.
struct ConfinedProgram: Sendable {
    private let executable: FilePath
    private let arguments: [String]

    /// A command of this program, which looks for pipelines in a node's home.
    ///
    /// By the kernel's own link: it leads to what runs, though a newer version has taken the place of its file.
    init(_ command: String, home: FilePath) {
        self.init("/proc/self/exe", [command, "--home", home.string])
    }

    /// Another program.
    init(_ executable: FilePath, _ arguments: [String]) {
        (self.executable, self.arguments) = (executable, arguments)
    }

    /// How it is started: without variables that libraries do not need, secrets among them, and in a session of its own,
    /// because Ctrl-C is for the node, which ends it in order.
    ///
    /// - Parameter teardown: how it is asked to end before it is killed.
    func configuration(teardown: [TeardownStep]) -> Configuration {
        // Writing to a process that is gone must be an error, and not the end of this one.
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
