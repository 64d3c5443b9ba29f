// SPDX-License-Identifier: Apache-2.0
import Tasks
import Subprocess
package import SystemPackage
import Wire

/// The program that sends pictures to viewers, in a separate process: if it crashes, recordings continue.
///
/// It ends when its input ends.
package struct ViewerProgram: Sendable {
    private let program: ConfinedProgram

    /// This executable again, which searches a node's home for pipelines.
    package init(home: FilePath) {
        program = ConfinedProgram("viewers", home: home)
    }

    /// Another program that behaves like `ViewerProcess`.
    package init(_ executable: FilePath, _ arguments: [String]) {
        program = ConfinedProgram(executable, arguments)
    }

    /// The timeout for a message to be written, and for the process to end after its input has ended.
    private static let patience = Duration.seconds(3)

    /// Runs the process until it or the feed ends; returns its termination status.
    ///
    /// Cancelling the task ends the process at once.
    func run(_ feed: ViewerFeed, hear: @escaping @Sendable (ViewerMessage) -> Void) async throws -> String {
        let result = try await Subprocess.run(
            program.configuration(teardown: [.gracefulShutDown(allowedDurationToNextStep: .seconds(1))]),
            input: .inputWriter, output: .sequence, error: .currentStandardError
        ) { execution in
            let (writer, output) = (execution.standardInputWriter, execution.standardOutput)
            feed.begin()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for await _ in feed.wakeUps {
                        while let message = feed.next() {
                            // If the process has ended, the end of its output shows that.
                            guard try await Self.write(message, to: writer) else { return false }
                        }
                    }
                    try await writer.finish()
                    // The end of its input tells the process to end.
                    try await Task.sleep(for: Self.patience)
                    throw Unresponsive()
                }
                group.addTask {
                    var reader = ViewerMessageReader()
                    for try await buffer in output {
                        reader.append(unsafe buffer.withUnsafeBytes { unsafe Array($0) })
                        while let message = try reader.next() { hear(message) }
                    }
                    return true
                }
                defer { group.cancelAll() }
                while let isOver = try await group.next(), !isOver {}
            }
        }
        return "\(result.terminationStatus)"
    }

    /// Writes a message; false if the process has ended.
    ///
    /// Throws if the process accepts nothing until the timeout, because it is stuck then.
    private static func write(_ message: ViewerMessage, to writer: StandardInputWriter) async throws -> Bool {
        let bytes = try message.framed()
        do {
            return try await withTimeout(patience) { (try? await writer.write(bytes)) == bytes.count }
        } catch is TimedOut {
            throw Unresponsive()
        }
    }

    /// The process neither accepts input nor ends.
    private struct Unresponsive: Error, CustomStringConvertible {
        let description = "it takes nothing and does not end"
    }
}
