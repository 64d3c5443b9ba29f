// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

extension Option {
    /// The option of a setting.
    ///
    /// - Parameters:
    ///   - fallback: the command's own default in words, if it differs from the setting's.
    ///   - completion: what a shell offers; nil for the words of a choice, or else for what it offers by itself.
    init<T, Effective>(
        _ path: KeyPath<Settings, Setting<T, Effective>>, default fallback: String? = nil,
        completion: CompletionKind? = nil
    ) where Value == T? {
        let setting = Settings.table[keyPath: path]
        let words = setting.choices.isEmpty ? nil : CompletionKind.list(setting.choices)
        self.init(
            name: setting.argument, help: setting.argumentHelp(default: fallback), completion: completion ?? words
        ) {
            text in
            try setting.value(of: .one(text), from: .option(setting.option ?? setting.key))
        }
    }

    /// The option of a list, which may be repeated.
    init(_ path: KeyPath<Settings, Setting<[String], [String]>>) where Value == [String] {
        let setting = Settings.table[keyPath: path]
        self.init(wrappedValue: [], name: setting.argument, help: setting.argumentHelp())
    }
}

extension Flag where Value == Bool? {
    /// The flag of a setting, and the same with `no-` before it.
    ///
    /// - Parameter fallback: the command's own default in words, if it differs from the setting's.
    init(_ path: KeyPath<Settings, Setting<Bool, Bool>>, default fallback: String? = nil) {
        let setting = Settings.table[keyPath: path]
        self.init(name: setting.argument, inversion: .prefixedNo, help: setting.argumentHelp(default: fallback))
    }
}

extension SettingRow {
    fileprivate var argument: NameSpecification { .customLong(option ?? key) }

    fileprivate func argumentHelp(default fallback: String? = nil) -> ArgumentHelp {
        ArgumentHelp(stringLiteral: help(default: fallback))
    }
}
