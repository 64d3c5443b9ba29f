// SPDX-License-Identifier: Apache-2.0

/// What settings of all types have: a row of the table.
protocol SettingRow: Sendable {
    var key: String { get }
    var option: String? { get }
    var fallbackText: String { get }
    var allowed: String { get }
    var meaning: String { get }
}

extension SettingRow {
    /// The environment variable.
    var variable: String {
        "LONGSHOT_" + key.uppercased().replacing(".", with: "_").replacing("-", with: "_")
    }

    /// What a command says about the option.
    ///
    /// - Parameter fallback: what holds if neither the option nor anything else sets it.
    func help(default fallback: String? = nil) -> String {
        "\(meaning) (\(allowed); default: \(fallback ?? fallbackText))"
    }
}
