// SPDX-License-Identifier: Apache-2.0
import Wire

/// The commands in a node's answers that its user is to give to the same node.
///
/// The node cannot name the options with which the user reaches it.
struct AdvisedCommands: Sendable {
    /// How the commands begin that have these options.
    let beginnings: [String]
    /// The options, with a space before each; empty without any.
    let options: String

    /// A failure whose text names the options; other errors than the node's answer stay as they are.
    func completing(_ error: any Error) -> any Error {
        guard var problem = error as? Problem else { return error }
        problem.detail = completing(problem.detail)
        return problem
    }

    /// A text with the options in each of these commands.
    func completing(_ text: String) -> String {
        text.replacing(#/`longshot (?<command>[^`]+)`/#) { match in
            let command = match.command
            let isOwn = beginnings.contains { command == $0 || command.hasPrefix("\($0) ") }
            // This program may have written it, with the options.
            return isOwn && !command.hasSuffix(options) ? "`longshot \(command)\(options)`" : String(match.0)
        }
    }
}
