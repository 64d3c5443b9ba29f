// SPDX-License-Identifier: Apache-2.0
import Subprocess
package import SystemPackage
import Wire

/// Decodes each picture of a peer in a process of its own, which can read neither the node's key nor anything else that
/// matters, and which ends with its picture.
package struct PictureProgram: Sendable {
    private let program: ConfinedProgram
    private let patience: Duration

    /// This program once more, looking for pipelines in a node's home.
    ///
    /// - Parameter patience: for it to start and to give its picture; longer than the pipeline in it may take.
    package init(home: FilePath, patience: Duration = .seconds(15)) {
        (program, self.patience) = (ConfinedProgram("picture", home: home), patience)
    }

    /// A program that answers a `PictureJob`.
    package init(_ executable: FilePath, _ arguments: [String], patience: Duration) {
        (program, self.patience) = (ConfinedProgram(executable, arguments), patience)
    }

    /// The picture that a job asks for.
    ///
    /// Ends the process when it takes too long, or when the task is cancelled.
    func run(_ job: PictureJob) async throws -> [UInt8] {
        let message = try job.message()
        let answer: [UInt8]
        do {
            // The writer and not an array for input: a process that ends before it has read all would make the library
            // leave a descriptor open, and end this process for that.
            answer = try await Subprocess.run(
                program.configuration(teardown: []), input: .inputWriter, output: .sequence, error: .discarded
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
