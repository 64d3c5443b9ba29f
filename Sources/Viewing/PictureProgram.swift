// SPDX-License-Identifier: Apache-2.0
import Subprocess
package import SystemPackage
import Wire

/// Decodes each picture of a peer in its own process, which cannot read the node's key or other private files, and which ends after
/// one picture.
package struct PictureProgram: Sendable {
    private let program: ConfinedProgram
    private let patience: Duration

    /// This executable again, which searches a node's home for pipelines.
    ///
    /// - Parameter patience: the timeout for starting and decoding, longer than that of the pipeline in the process.
    package init(home: FilePath, patience: Duration = .seconds(15)) {
        (program, self.patience) = (ConfinedProgram("picture", home: home), patience)
    }

    /// Another program that answers a `PictureJob`.
    package init(_ executable: FilePath, _ arguments: [String], patience: Duration) {
        (program, self.patience) = (ConfinedProgram(executable, arguments), patience)
    }

    /// Returns the picture of a job.
    ///
    /// Kills the process on a timeout, or if the task is cancelled.
    func run(_ job: PictureJob) async throws -> [UInt8] {
        let message = try job.message()
        let answer: [UInt8]
        do {
            answer = try await Subprocess.run(
                program.configuration(teardown: []), input: .inputWriter, output: .sequence, error: .discarded
            ) { execution in
                // After its answer or a failure, the process is of no use.
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

    /// Writes the job and reads the answer concurrently; fails on a timeout, or if the answer is too large.
    private func exchange(
        _ message: [UInt8], _ writer: StandardInputWriter, _ output: SubprocessOutputSequence,
        giveUp: @escaping @Sendable () -> Void
    ) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                await writer.write(whole: message)
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
                // Kills the process only now, because the end of its output would count as its answer.
                giveUp()
                throw error
            }
        }
    }
}
