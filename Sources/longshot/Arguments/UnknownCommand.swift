// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Pipelines

/// A word in the place of a command that is not the name of one.
struct UnknownCommand {
    /// What other programs call it, and users try first.
    private static let synonyms = [
        "capture": "snap", "discover": "nodes", "download": "export", "events": "watch", "find": "nodes",
        "log": "watch",
        "logs": "watch", "monitor": "watch", "peers": "pair list", "photo": "snap", "picture": "snap", "play": "export",
        "still": "snap", "upload": "send",
    ]

    private let word: String
    private let suggestion: String?
    /// The command that the word follows, such as `longshot record`.
    private let parent: String

    /// Finds the word at which the arguments leave the tree of commands; nil if they do not.
    ///
    /// - Parameter isUnexpected: whether the parser did not expect an argument. Otherwise the word may be one of a default command.
    init?(_ arguments: [String], below root: any ParsableCommand.Type, isUnexpected: Bool) {
        var command = root
        var path = [root._commandName]
        // The parser ignores unknown words after `help`.
        let asksHelp = arguments.first == "help"
        for word in arguments.dropFirst(asksHelp ? 1 : 0) {
            let known = command.configuration.subcommands
            guard !known.isEmpty, word != "help", !word.hasPrefix("-") else { return nil }
            guard let next = known.first(where: { $0._commandName == word }) else {
                guard isUnexpected || asksHelp || command.configuration.defaultSubcommand == nil else { return nil }
                let shown = known.filter { $0.configuration.shouldDisplay }
                self.word = word
                suggestion =
                    Suggestion.closest(to: word, in: shown.map { $0._commandName }) ?? Self.deeper(word, below: shown)
                    ?? (path.count == 1 ? Self.synonyms[word.lowercased()] : nil)
                parent = path.joined(separator: " ")
                return
            }
            command = next
            path.append(word)
        }
        return nil
    }

    /// The only command of this name one level deeper, with the command before it.
    private static func deeper(_ word: String, below commands: [any ParsableCommand.Type]) -> String? {
        let parents = commands.filter { $0.configuration.subcommands.contains { $0._commandName == word } }
        return parents.count == 1 ? "\(parents[0]._commandName) \(word)" : nil
    }

    /// The error for the user, with how the command is used.
    var text: String {
        let remedy = suggestion.map { " Did you mean '\($0)'?" } ?? ""
        return """
            longshot: '\(word)' is not a command of `\(parent)`.\(remedy)
            Usage: \(parent) <subcommand>
              See '\(parent) --help' for more information.
            """
    }
}
