// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// The completion scripts of the shells, which also complete the arguments of a subcommand that may be left out.
///
/// The argument parser's scripts complete `recordings list 2`, and not `recordings 2`, which means the same.
enum CompletionScript {
    /// The script of the shell that the arguments name.
    ///
    /// Nil for other arguments, and if the parser generates another script for bash than is known here.
    static func script(for arguments: [String]) -> String? {
        let option = "--generate-completion-script"
        let named = CompletionShell.allCases.first { shell in
            [[option, shell.rawValue], ["\(option)=\(shell.rawValue)"]].contains(arguments)
        }
        guard let shell = named else { return nil }
        var script = Longshot.completionScript(for: shell)
        for command in Longshot.configuration.subcommands {
            guard let usual = command.configuration.defaultSubcommand else { continue }
            let (name, subcommand) = (command._commandName, usual._commandName)
            script =
                shell == .fish
                ? addingLines(of: subcommand, to: name, in: script)
                : addingCall(of: subcommand, to: name, in: script, isBash: shell == .bash)
        }
        return shell == .bash ? BashCompletion.script(from: script) : script
    }

    /// Where the function of a command offers its subcommands, in bash and zsh, it also calls the function of the default one.
    private static func addingCall(
        of subcommand: String, to command: String, in script: String, isBash: Bool
    ) -> String {
        let (function, end) = ("_longshot_\(command)", "\n}\n")
        let place =
            isBash
            ? "        # Offer subcommand completions\n"
            : "        _describe -V subcommand subcommands && ret=0\n"
        let call =
            isBash
            ? #"        unparsed_words=("${subcommand}" "${unparsed_words[@]}")"#
                + "\n        \(function)_\(subcommand)\n"
            : "        \(function)_\(subcommand) && ret=0\n"
        return script.components(separatedBy: end).map { part in
            part.contains("\(function)() {\n") ? part.replacing(place, with: place + call) : part
        }.joined(separator: end)
    }

    /// For fish, each line for an argument of the default subcommand comes again for the command itself.
    private static func addingLines(of subcommand: String, to command: String, in script: String) -> String {
        let (long, short) = ("positional \"longshot \(command) \(subcommand)\"", "positional \"longshot \(command)\"")
        return script.components(separatedBy: "\n").flatMap { line in
            line.contains(long) ? [line, line.replacing(long, with: short)] : [line]
        }.joined(separator: "\n")
    }
}
