// SPDX-License-Identifier: Apache-2.0
import Disk
import Pipelines
package import SystemPackage
import Wire

/// The process that decodes one picture: it receives a `PictureJob` and answers it.
package enum PictureProcess {
    /// Reads a job until the input ends, executes it, and answers.
    package static func run(
        home: FilePath, from input: FileDescriptor = .standardInput, to output: FileDescriptor = .standardOutput
    ) async throws {
        let developer = StillDeveloper(library: PipelineLibrary(home: home))
        let message = try await BlockingExecutor(label: "picture.input").run { try read(input) }
        var answer: [UInt8]
        do {
            answer = [0] + (try await developer.carryOut(try PictureJob(message)))
        } catch {
            answer = [1] + Array("\(error)".utf8)
        }
        let whole = answer
        _ = try await BlockingExecutor(label: "picture.output").run { try output.writeAll(whole) }
    }

    private static func read(_ input: FileDescriptor) throws -> [UInt8] {
        var (message, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 256 << 10))
        while message.count <= PictureJob.limit {
            let count = try unsafe buffer.withUnsafeMutableBytes { unsafe try input.read(into: $0) }
            guard count > 0 else { break }
            message += buffer[..<count]
        }
        return message
    }
}
