// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox
import Subprocess
package import SystemPackage
import Wire

/// Decodes each picture of a peer in a process of its own, which can read neither the node's key nor anything else that
/// matters, and which ends with its picture.
package struct PictureProgram: Sendable {
    private let executable: FilePath
    private let arguments: [String]
    private let patience: Duration

    /// This program once more, looking for pipelines in a node's home.
    ///
    /// By the kernel's own link: it leads to what runs, though a newer version has taken the place of its file.
    package init(home: FilePath) {
        self.init("/proc/self/exe", ["picture", "--home", home.string])
    }

    /// A program that answers a `PictureJob`.
    ///
    /// - Parameter patience: for it to start and to give its picture; longer than the pipeline in it may take.
    package init(_ executable: FilePath, _ arguments: [String], patience: Duration = .seconds(15)) {
        (self.executable, self.arguments, self.patience) = (executable, arguments, patience)
    }

    /// The picture that a job asks for.
    ///
    /// Ends the process when it takes too long, or when the task is cancelled.
    func run(_ job: PictureJob) async throws -> [UInt8] {
        // Writing to a process that is gone must be an error, and not the end of this one.
        signal(SIGPIPE, SIG_IGN)
        let message = try job.message()
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = []
        let answer: [UInt8]
        do {
            // The writer and not an array for input: a process that ends before it has read all would make the library
            // leave a descriptor open, and end this process for that.
            answer = try await Subprocess.run(
                .path(executable), arguments: Arguments(arguments), environment: .confined, platformOptions: options,
                input: .inputWriter, output: .sequence, error: .discarded
            ) { execution in
                // What has answered, or has failed to, is of no more use, whatever it still does.
                defer { try? execution.send(signal: .kill) }
                return try await exchange(message, execution.standardInputWriter, execution.standardOutput) {
                    try? execution.send(signal: .kill)
                }
            }.closureResult
        } catch let reason as Problem {
            throw reason
        } catch {
            try Task.checkCancellation()
            throw Problem.conflict("the file cannot be decoded: \(error)")
        }
        return try PictureJob.picture(in: answer)
    }

    /// Writes all and reads all, both at once; gives up when it takes too long, and when the answer is too large.
    private func exchange(
        _ message: [UInt8], _ writer: StandardInputWriter, _ output: SubprocessOutputSequence,
        giveUp: @escaping @Sendable () -> Void
    ) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                // A process that is gone is noticed by the end of what it says.
                _ = try? await writer.write(message)
                try? await writer.finish()
                return nil
            }
            group.addTask {
                var answer: [UInt8] = []
                for try await buffer in output {
                    answer += unsafe buffer.withUnsafeBytes { unsafe Array($0) }
                    guard answer.count <= PictureJob.answerLimit else {
                        throw Problem.conflict("the file cannot be decoded: its decoder says too much")
                    }
                }
                return answer
            }
            group.addTask { [patience] in
                try await Task.sleep(for: patience)
                throw Problem.conflict("the file cannot be decoded within \(patience)")
            }
            defer { group.cancelAll() }
            do {
                while let next = try await group.next() {
                    if let next { return next }
                }
                return []
            } catch {
                // Only now: the end of the process would be taken for its answer.
                giveUp()
                throw error
            }
        }
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
