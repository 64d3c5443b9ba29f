// SPDX-License-Identifier: Apache-2.0

/// The part of a setting that does not depend on its type: a row of the table.
protocol SettingRow: Sendable {
    var key: String { get }
    var option: String? { get }
    var fallbackText: String { get }
    var allowed: String { get }
    var meaning: String { get }

    /// Throws if a text stands for no value of the setting.
    func check(_ text: SettingText, from source: SettingSource) throws(SettingError)
}

extension SettingRow {
    /// The environment variable.
    var variable: String {
        "LONGSHOT_" + key.uppercased().replacing(".", with: "_").replacing("-", with: "_")
    }

    /// The help text of the option.
    ///
    /// - Parameter fallback: the default in words, if the command has its own.
    func help(default fallback: String? = nil) -> String {
        "\(meaning) (\(allowed); default: \(fallback ?? fallbackText))"
    }
}
