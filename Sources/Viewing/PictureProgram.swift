// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox
import Subprocess
package import SystemPackage
import Wire

/// Decodes each picture of a peer in a process of its own, which can read neither the node's key nor anything else that
/// matters, and which ends with its picture.
package struct PictureProgram: Sendable {
    /// For a process to start and to give its picture; longer than the pipeline in it may take.
    private static let patience = Duration.seconds(15)

    private let executable: FilePath
    private let arguments: [String]

    /// This program once more, looking for pipelines in a node's home.
    ///
    /// By the kernel's own link: it leads to what runs, though a newer version has taken the place of its file.
    package init(home: FilePath) {
        self.init("/proc/self/exe", ["picture", "--home", home.string])
    }

    /// A program that answers a `PictureJob`.
    package init(_ executable: FilePath, _ arguments: [String]) {
        (self.executable, self.arguments) = (executable, arguments)
    }

    /// The picture that a job asks for.
    ///
    /// Ends the process when it takes too long, or when the task is cancelled.
    func run(_ job: PictureJob) async throws -> [UInt8] {
        // Writing to a process that is gone must be an error, and not the end of this one.
        signal(SIGPIPE, SIG_IGN)
        let message = try job.message()
        let answer = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { [executable, arguments] in
                var options = PlatformOptions()
                options.createSession = true
                options.teardownSequence = []
                let result = try? await Subprocess.run(
                    .path(executable), arguments: Arguments(arguments), environment: .confined,
                    platformOptions: options, input: .array(message), output: .bytes(limit: PictureJob.answerLimit),
                    error: .discarded)
                return result?.standardOutput ?? []
            }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let answer else { throw Problem.conflict("the file cannot be decoded within \(Self.patience)") }
        return try PictureJob.picture(in: answer)
    }
}

extension Environment {
    /// Without what libraries do not need, secrets among it.
    static var confined: Environment {
        .custom(
            Dictionary(
                ChildEnvironment.variables().map { (Environment.Key(stringLiteral: $0), $1) }, uniquingKeysWith: { $1 })
        )
    }
}
