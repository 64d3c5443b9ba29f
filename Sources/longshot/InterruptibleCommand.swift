// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A command whose work Ctrl-C cancels.
protocol InterruptibleCommand: AsyncParsableCommand, Sendable {
    /// Runs the command; cancelled at the first SIGINT or SIGTERM.
    func carryOut() async throws
}

extension InterruptibleCommand {
    mutating func run() async throws {
        let command = self
        try await Interruption.cancelling { try await command.carryOut() }
    }
}
