// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

extension Terminal {
    /// Whether a user can answer a question.
    static let canAsk = isatty(STDIN_FILENO) == 1

    /// Asks a question on standard error and reads one line; empty at the end of the input.
    ///
    /// A question of a cancelled task takes no line away from the next question.
    static func ask(_ question: String) async throws -> String {
        if canAsk { prompt(question) }
        let isWithdrawn = Mutex(false)
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        // A thread of its own, because reading blocks.
        Thread {
            if hasLine(unless: { isWithdrawn.withLock { $0 } }) { line.yield(readLine() ?? "") }
            line.finish()
        }.start()
        defer { isWithdrawn.withLock { $0 = true } }
        let answer = await lines.first { _ in true }
        try Task.checkCancellation()
        return answer ?? ""
    }

    /// Asks for yes or no, and again after any other word.
    ///
    /// An empty line means no. Ignores lines that were typed before the question.
    static func confirm(_ question: String) async throws -> Bool {
        for _ in 0..<5 {
            if canAsk { tcflush(STDIN_FILENO, TCIFLUSH) }
            let answer = try await ask(question).lowercased()
            if answer.hasPrefix("y") { return true }
            if answer.isEmpty || answer.hasPrefix("n") || !canAsk { return false }
            complain("y or n:")
        }
        return false
    }

    /// Waits until the terminal has a line; returns false if the question was withdrawn.
    private static func hasLine(unless isWithdrawn: () -> Bool) -> Bool {
        // A pipe has no later question, and its lines may be in the buffer already.
        guard canAsk else { return true }
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !isWithdrawn() {
            if unsafe poll(&input, 1, 100) > 0 { return true }
        }
        return false
    }
}
