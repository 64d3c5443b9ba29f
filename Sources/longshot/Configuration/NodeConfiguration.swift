// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Disk
import Foundation
import Pipelines
import SystemPackage
import Yams

/// The values from the environment and from `longshot.yaml`; command-line options win over both.
struct NodeConfiguration: Sendable {
    private var entries: [String: (text: SettingText, source: SettingSource)]
    /// What is wrong with the names of variables in the environment, as sentences.
    private(set) var complaints: [String] = []

    /// Reads HOME/longshot.yaml, if there is one, and the environment, which wins over it.
    ///
    /// Throws for an unknown key. A value is checked when it is read.
    init(home: FilePath, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        entries = try Self.entries(ofFile: home.appending("longshot.yaml").string)
        for setting in Settings.all {
            guard let text = environment[setting.variable] else { continue }
            let items = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            entries[setting.key] = (
                setting is Setting<[String], [String]> ? .list(items) : .one(text), .variable(setting.variable)
            )
        }
        complaints = Self.complaints(about: environment.keys.sorted())
    }

    /// The variables that look like settings and are none.
    ///
    /// Others with the prefix may belong to other programs.
    private static func complaints(about variables: [String]) -> [String] {
        let prefix = "LONGSHOT_"
        let known = Settings.all.map { String($0.variable.dropFirst(prefix.count)) }
        let groups = Set(Settings.all.compactMap { $0.key.split(separator: ".").dropLast().first?.uppercased() })
        return variables.filter { $0.hasPrefix(prefix) }.compactMap { variable in
            let name = String(variable.dropFirst(prefix.count))
            guard !known.contains(name) else { return nil }
            if let nearest = Suggestion.closest(to: name, in: known) {
                return "the variable \(variable) is no setting: did you mean \(prefix)\(nearest)?"
            }
            guard groups.contains(where: { name.hasPrefix($0 + "_") }) else { return nil }
            return "the variable \(variable) is no setting: see docs/reference/configuration.md for all of them"
        }
    }

    /// The values of a text that stands for a file.
    init(text: String, file: String) throws {
        entries = try Self.entries(of: text, file: file)
    }

    /// A setting's value as written; nil if it is not set.
    func text(of key: String) -> SettingText? { entries[key]?.text }

    /// The effective value: from the environment, else from the file, else the default.
    subscript<Value, Effective>(path: KeyPath<Settings, Setting<Value, Effective>>) -> Effective {
        get throws {
            let setting = Settings.table[keyPath: path]
            return try given(setting).map(setting.effective) ?? setting.fallback
        }
    }

    /// A setting's value; nil if neither the environment nor the file sets it.
    func given<Value, Effective>(_ setting: Setting<Value, Effective>) throws -> Value? {
        try entries[setting.key].map { try setting.value(of: $0.text, from: $0.source) }
    }

    /// Checks all values that are set; throws for the first one that stands for no value of its setting.
    func check() throws {
        for setting in Settings.all {
            guard let entry = entries[setting.key] else { continue }
            try setting.check(entry.text, from: entry.source)
        }
    }

    /// An error about the value of a setting, with the place where that was set.
    func located<Value, Effective>(_ error: any Error, of setting: Setting<Value, Effective>) -> any Error {
        guard let source = entries[setting.key]?.source else { return error }
        return ConfigurationError.unusable(source, reason: "\(error)")
    }

    /// Runs a body that uses the value of a setting; its error says where the value was set, unless an option gave it.
    func checking<Value, Effective, Result>(
        _ setting: Setting<Value, Effective>, over option: Value?, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            throw option == nil ? located(error, of: setting) : error
        }
    }

    /// The port of the page; if nothing sets it and the node's port is any free one, so is this.
    func port(_ option: Int?, _ setting: Setting<Int, Int>, beside node: Int) throws -> Int {
        try option ?? given(setting) ?? (node == 0 ? 0 : setting.fallback)
    }

    /// The path of a folder that a node makes in one that exists.
    ///
    /// Throws without that one: its disk may not be mounted, and the node would fill the disk of the system.
    static func folder(_ path: String) throws -> FilePath {
        guard !path.isEmpty else {
            throw ValidationError("the name of a folder is empty: leave the option out for the usual folder")
        }
        let folder = FilePath(path)
        let parent = folder.removingLastComponent()
        guard parent.isEmpty || FileSystem.exists(parent) else {
            throw ConfigurationError.noFolder(parent, for: folder)
        }
        return folder
    }

    private static func entries(ofFile file: String) throws -> [String: (text: SettingText, source: SettingSource)] {
        do {
            guard try FileStatus(FilePath(file)) != nil else { return [:] }
            // Foundation's error does not say the owner.
            try FileSystem.requireReadable(FilePath(file))
            return try entries(of: String(contentsOfFile: file, encoding: .utf8), file: file)
        } catch let error as DiskError {
            throw ConfigurationError.inaccessible(error)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError.unreadable(file: file, reason: "it is not UTF-8 text")
        }
    }

    private static func entries(
        of text: String, file: String
    ) throws(ConfigurationError) -> [String: (text: SettingText, source: SettingSource)] {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw ConfigurationError.unreadable(
                file: file, reason: doubledKeys(error) ?? tabbedLine(error, in: text) ?? "\(error)")
        }
        guard let root else { return [:] }
        guard let mapping = root.mapping else {
            throw ConfigurationError.unreadable(file: file, reason: "it must have lines of the form key: value")
        }
        var entries: [String: (text: SettingText, source: SettingSource)] = [:]
        let known = Settings.all.map(\.key)
        for leaf in leaves(of: mapping, under: "") {
            if let example = known.first(where: { $0.hasPrefix(leaf.key + ".") }) {
                // A group whose lines are all comments.
                if leaf.text == .one("") { continue }
                throw ConfigurationError.groupWithValue(leaf.key, file: file, line: leaf.line, example: example)
            }
            guard known.contains(leaf.key) else {
                if let key = known.first(where: { leaf.key.hasPrefix($0 + ".") }) {
                    throw ConfigurationError.valueWithGroup(
                        key, file: file, line: leaf.line, name: String(leaf.key.dropFirst(key.count + 1)), leaf.text)
                }
                throw ConfigurationError.unknownKey(
                    leaf.key, file: file, line: leaf.line, suggestions: suggestions(for: leaf.key, in: known))
            }
            entries[leaf.key] = (leaf.text, .file(file, line: leaf.line))
        }
        return entries
    }

    /// The keys that may be meant: keys of this name in another group or in none, or else the one that looks most alike.
    private static func suggestions(for key: String, in known: [String]) -> [String] {
        let name = { (key: String) in key.split(separator: ".").last }
        let same = known.filter { name($0) == name(key) }
        return same.isEmpty ? Suggestion.closest(to: key, in: known).map { [$0] } ?? [] : same
    }

    /// The reason of a parser's error for keys that are there twice; nil for other errors.
    private static func doubledKeys(_ error: any Error) -> String? {
        guard case .duplicatedKeysInMapping(let keys, _)? = error as? YamlError else { return nil }
        let names = Set(keys).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(names) must be there once in its group, and is there several times: remove all but one"
    }

    /// The reason of a parser's error in a line that a tab indents; nil for other errors.
    private static func tabbedLine(_ error: any Error, in text: String) -> String? {
        guard case .scanner(_, _, let mark, _)? = error as? YamlError else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let line = lines.dropFirst(mark.line - 1).first, line.prefix(while: \.isWhitespace).contains("\t") else {
            return nil
        }
        return "line \(mark.line) begins with a tab, and tabs cannot indent in YAML: write spaces"
    }

    /// An item of a list; one that is written as `key: value` stays so, for the message that it is none.
    private static func item(_ node: Node) -> String {
        let pairs = node.mapping?.map { "\($0.key.string ?? "?"): \($0.value.string ?? "?")" }
        return node.string ?? pairs?.joined(separator: ", ") ?? ""
    }

    private static func leaves(
        of mapping: Node.Mapping, under prefix: String
    ) -> [(key: String, line: Int, text: SettingText)] {
        mapping.flatMap { pair in
            let name = prefix + (pair.key.string ?? "?")
            if let inner = pair.value.mapping { return leaves(of: inner, under: name + ".") }
            let text =
                pair.value.sequence.map { .list($0.map(item)) }
                ?? SettingText.one(pair.value.string ?? "")
            return [(name, pair.key.mark?.line ?? 1, text)]
        }
    }
}

/// The errors of a configuration, other than the value of a setting.
enum ConfigurationError: Error, CustomStringConvertible {
    case inaccessible(DiskError)
    case unreadable(file: String, reason: String)
    case unknownKey(String, file: String, line: Int, suggestions: [String])
    case groupWithValue(String, file: String, line: Int, example: String)
    /// A key below one that has a value: its name there, and its value.
    case valueWithGroup(String, file: String, line: Int, name: String, SettingText)
    case keyWithoutCertificate
    /// A value that stands for something that is not there.
    case unusable(SettingSource, reason: String)
    /// The folder in which a node was to make another one does not exist.
    case noFolder(FilePath, for: FilePath)

    var description: String {
        switch self {
        case .inaccessible(let error): "\(error)"
        case .unreadable(let file, let reason): "\(file) is not readable as YAML: \(reason)"
        case .groupWithValue(let key, let file, let line, let example):
            "\(file):\(line): \"\(key)\" is a group of keys, such as \(example): they stand below it, indented"
        case .valueWithGroup("camera.set", let file, let line, let name, .one(let value)):
            "\(file):\(line): \"camera.set\" is a list, and no group of keys: write set: [\(name)=\(value)]"
        case .valueWithGroup(let key, let file, let line, let name, _):
            "\(file):\(line): \"\(key)\" is no group of keys, and there is \"\(name)\" below it: write its value behind the colon"
        case .unknownKey(let key, let file, let line, let suggestions) where !suggestions.isEmpty:
            "\(file):\(line): unknown key \"\(key)\": did you mean \(suggestions.map { "\"\($0)\"" }.joined(separator: " or "))?"
        case .unknownKey(let key, let file, let line, _):
            "\(file):\(line): unknown key \"\(key)\": see docs/reference/configuration.md for all keys"
        case .keyWithoutCertificate:
            "\"web-certificate\" and \"web-key\" belong together: set both, as --web-certificate FILE --web-key FILE"
        case .unusable(let source, let reason): "\(source): \(reason)"
        case .noFolder(let parent, let folder):
            "there is no folder \(parent), in which \(folder) is to be: mount its disk, or make it with "
                + "`mkdir -p \(parent.string.quotedForShell)`"
        }
    }
}
