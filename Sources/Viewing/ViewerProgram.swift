// SPDX-License-Identifier: Apache-2.0
import Tasks
import Subprocess
package import SystemPackage
import Wire

/// The program that sends pictures to viewers, as a process of its own: what ends it ends no recording.
///
/// It ends with its input.
package struct ViewerProgram: Sendable {
    private let program: ConfinedProgram

    /// This program once more, looking for pipelines in a node's home.
    package init(home: FilePath) {
        program = ConfinedProgram("viewers", home: home)
    }

    /// A program that does as `ViewerProcess` does.
    package init(_ executable: FilePath, _ arguments: [String]) {
        program = ConfinedProgram(executable, arguments)
    }

    /// For the process to end once its input has, and for a message to be taken.
    private static let patience = Duration.seconds(3)

    /// Runs the process for as long as it lives, or until the feed ends; gives how it ended.
    ///
    /// Cancelled, it ends the process at once.
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
                            // A process that is gone is noticed by the end of what it says.
                            guard try await Self.write(message, to: writer) else { return false }
                        }
                    }
                    try await writer.finish()
                    // It has been told to end.
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

    /// Writes a message; false when the process is gone.
    ///
    /// One that takes nothing for a while is stuck: whatever it does, nobody sees anything.
    private static func write(_ message: ViewerMessage, to writer: StandardInputWriter) async throws -> Bool {
        let bytes = try message.framed()
        do {
            return try await withTimeout(patience) { (try? await writer.write(bytes)) == bytes.count }
        } catch is TimedOut {
            throw Unresponsive()
        }
    }

    /// The process neither takes anything nor ends.
    private struct Unresponsive: Error, CustomStringConvertible {
        let description = "it takes nothing and does not end"
    }
}
