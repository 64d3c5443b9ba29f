// SPDX-License-Identifier: Apache-2.0
import Configuration
import Foundation
import Pipelines
import SystemPackage
import Yams

/// The settings from `longshot.yaml` and the environment; command-line flags override both.
///
/// The environment overrides the file; `camera.port` in the file is `LONGSHOT_CAMERA_PORT` there.
struct NodeConfiguration {
    private let reader: ConfigReader
    private let file: FilePath

    /// Reads HOME/longshot.yaml, if there is one; throws for unknown keys.
    init(home: FilePath) async throws {
        file = home.appending("longshot.yaml")
        try NodeConfiguration.refuseUnknownKeys(in: file)
        do {
            reader = ConfigReader(providers: [
                EnvironmentVariablesProvider().prefixKeys(with: "longshot"),
                try await FileProvider<YAMLSnapshot>(filePath: file, allowMissing: true),
            ])
        } catch {
            throw ConfigurationError.unreadable(file: file.string, reason: "\(error)")
        }
    }

    func string(_ key: ConfigurationKey) -> String? {
        reader.string(forKey: ConfigKey(key.rawValue))
    }

    func strings(_ key: ConfigurationKey) throws -> [String]? {
        guard string(key) != nil || reader.stringArray(forKey: ConfigKey(key.rawValue)) != nil else { return nil }
        return try typed(key, "a list") { try reader.requiredStringArray(forKey: $0) }
    }

    func int(_ key: ConfigurationKey) throws -> Int? {
        guard string(key) != nil else { return nil }
        return try typed(key, "a whole number") { try reader.requiredInt(forKey: $0) }
    }

    func number(_ key: ConfigurationKey, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = string(key) else { return nil }
        guard let number = Double(text) else {
            throw ConfigurationError.wrongType(key: key.rawValue, kind: "a number", file: file.string)
        }
        try key.require(number, in: range)
        return number
    }

    func bool(_ key: ConfigurationKey) throws -> Bool? {
        guard string(key) != nil else { return nil }
        return try typed(key, "true or false") { try reader.requiredBool(forKey: $0) }
    }

    private func typed<Value>(_ key: ConfigurationKey, _ kind: String, _ read: (ConfigKey) throws -> Value) throws
        -> Value
    {
        do {
            return try read(ConfigKey(key.rawValue))
        } catch {
            throw ConfigurationError.wrongType(key: key.rawValue, kind: kind, file: file.string)
        }
    }

    private static func refuseUnknownKeys(in file: FilePath) throws {
        guard let text = try? String(contentsOfFile: file.string, encoding: .utf8) else { return }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw ConfigurationError.unreadable(file: file.string, reason: "\(error)")
        }
        guard let mapping = root?.mapping else { return }
        let known = ConfigurationKey.allCases.map(\.rawValue)
        for key in keys(of: mapping, under: "") where !known.contains(key.name) {
            throw ConfigurationError.unknownKey(
                key.name, file: file.string, line: key.line, suggestion: Suggestion.closest(to: key.name, in: known))
        }
    }

    private static func keys(of mapping: Node.Mapping, under prefix: String) -> [(name: String, line: Int)] {
        mapping.flatMap { pair -> [(name: String, line: Int)] in
            let name = prefix + (pair.key.string ?? "?")
            if let inner = pair.value.mapping { return keys(of: inner, under: name + ".") }
            return [(name, pair.key.mark?.line ?? 1)]
        }
    }
}

/// The errors of a configuration.
enum ConfigurationError: Error, CustomStringConvertible {
    case unreadable(file: String, reason: String)
    case unknownKey(String, file: String, line: Int, suggestion: String?)
    case wrongType(key: String, kind: String, file: String)
    case badValue(key: String, reason: String)

    var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file) is not readable as YAML: \(reason)"
        case .unknownKey(let key, let file, let line, let suggestion?):
            "\(file):\(line): unknown key \"\(key)\": did you mean \"\(suggestion)\"?"
        case .unknownKey(let key, let file, let line, nil):
            "\(file):\(line): unknown key \"\(key)\": see docs/reference/configuration.md for all keys"
        case .wrongType(let key, let kind, let file):
            "\"\(key)\" must be \(kind): correct it in \(file) or in the environment"
        case .badValue(let key, let reason): "\"\(key)\": \(reason)"
        }
    }
}
