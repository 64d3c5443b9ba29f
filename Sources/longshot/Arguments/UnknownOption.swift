// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// An option that does not exist, where only options that begin so are likely to be meant.
///
/// The argument parser suggests the option with the fewest other letters, which is `--home` for `--cam`.
struct UnknownOption {
    /// The error for the user, as the argument parser prints others.
    let text: String

    /// Nil if the error is another one, or if no option of the command begins so.
    init?(_ error: any Error, below root: any ParsableCommand.Type) {
        let message = root.fullMessage(for: error, columns: nil)
        guard let unknown = message.firstMatch(of: /Unknown option '(--[^' ]+)'(\. Did you mean '[^']*'\?)?/),
            let path = message.firstMatch(of: /See '[^ ']+(( [^ ']+)*) --help'/)
        else { return nil }
        var command = root
        for word in path.1.split(separator: " ") {
            command = command.configuration.subcommands.first { $0._commandName == word } ?? command
        }
        let options = root.helpMessage(for: command, includeHidden: false, columns: nil)
            .matches(of: /\n  (?:-\w, )?(--[^ \/\n]+)/).map { String($0.1) }
        let begun = options.filter { $0.hasPrefix(unknown.1) }
        guard let nearest = begun.min(by: { $0.count < $1.count }) else { return nil }
        text = message.replacing(unknown.0, with: "Unknown option '\(unknown.1)'. Did you mean '\(nearest)'?")
    }
}
