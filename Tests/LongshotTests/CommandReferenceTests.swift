// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Testing

@testable import longshot

/// Holds docs/reference/cli.md against the commands themselves.
@Suite("Reference of the command line")
struct CommandReferenceTests {
    @Test("It has a section for each command, and names each subcommand and each option there")
    func complete() throws {
        let sections = try Self.sections()
        let commands = try Self.commands()
        #expect(commands.count > 20, "the commands are not read as this test expects")
        for command in commands {
            guard let section = sections[command.commandName] else {
                Issue.record("docs/reference/cli.md has no section \"longshot \(command.commandName)\"")
                continue
            }
            // A recorder has the options of every node, which stand at the camera.
            let text = section + (command.commandName == "recorder" ? sections["camera"] ?? "" : "")
            for subcommand in command.all.dropFirst() where !text.contains("\(subcommand.commandName)") {
                Issue.record("longshot \(command.commandName) \(subcommand.commandName) is not named in its section")
            }
            for option in command.all.flatMap(\.options) where !option.isNamed(in: text) {
                Issue.record("\(option.texts) of longshot \(command.commandName) is not named in its section")
            }
        }
    }

    @Test("It names no option that no command has")
    func invented() throws {
        let known = Set(try Self.commands().flatMap(\.all).flatMap(\.options).flatMap(\.texts))
        // Those of other programs.
        let foreign: Set = ["--systohc", "--now"]
        for (command, section) in try Self.sections() {
            for option in section.matches(of: /--[a-z][a-z-]+/).map({ String($0.output) })
            where !known.contains(option) && !foreign.contains(option) {
                Issue.record("no command has \(option), which the section of longshot \(command) names")
            }
        }
    }

    /// The sections of commands, by the command's name.
    private static func sections() throws -> [String: String] {
        let path = URL(filePath: #filePath).appending(path: "../../../docs/reference/cli.md").standardized
        let parts = try String(contentsOf: path, encoding: .utf8).split(separator: "\n## longshot ").dropFirst()
        return Dictionary(
            uniqueKeysWithValues: parts.map { part in
                let name = part.prefix { !$0.isWhitespace }
                // The last section ends where the next heading of its level begins.
                return (String(name), String(part.split(separator: "\n## ").first ?? part))
            })
    }

    /// The commands that users see.
    private static func commands() throws -> [CommandDump] {
        let all = try JSONDecoder().decode(HelpDump.self, from: Data(Longshot._dumpHelp().utf8)).command
        return (all.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }
}

/// What the argument parser tells of the commands.
private struct HelpDump: Decodable {
    let command: CommandDump
}

private struct CommandDump: Decodable {
    let commandName: String
    let shouldDisplay: Bool?
    let subcommands: [CommandDump]?
    let arguments: [ArgumentDump]?

    /// This one, and those below it that users see.
    var all: [CommandDump] {
        [self]
            + (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }.flatMap(\.all)
    }
    /// All but the ones that every command has, which stand at the beginning of the document.
    var options: [ArgumentDump] {
        (arguments ?? []).filter { $0.kind != "positional" && $0.shouldDisplay && !$0.texts.contains("--help") }
    }
}

private struct ArgumentDump: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let names: [Name]?

    /// The names as users type them.
    var texts: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }

    /// Whether a text has one of the names as a word; the options of a whole group of commands stand elsewhere.
    func isNamed(in text: String) -> Bool {
        let shared: Set = ["--home", "--json", "--version"]
        return !shared.isDisjoint(with: texts)
            || texts.contains { name in
                text.ranges(of: name).contains { range in
                    range.upperBound == text.endIndex
                        || !(text[range.upperBound].isLetter || text[range.upperBound] == "-")
                }
            }
    }
}
