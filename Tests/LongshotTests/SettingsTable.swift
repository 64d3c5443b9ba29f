// SPDX-License-Identifier: Apache-2.0
@testable import longshot

/// A Markdown table of settings in `docs/reference`.
enum SettingsTable: String, CaseIterable {
    /// All settings, for each role.
    case keys
    /// The options of `longshot camera`.
    case camera
    /// The options that only `longshot recorder` has.
    case recorder

    /// The document that contains the table.
    var page: String { self == .keys ? "docs/reference/configuration.md" : "docs/reference/cli.md" }

    var markdown: String {
        switch self {
        case .keys:
            let parts = [("Both roles", nil), ("Camera", "camera."), ("Recorder", "recorder.")] as [(String, String?)]
            return parts.map { title, prefix in
                "### \(title)\n\n"
                    + table(["key", "option", "environment"], Self.rows(of: prefix)) { row in
                        ["`\(row.key)`", row.optionCell ?? "", "`\(row.variable)`"]
                    }
            }
            .joined(separator: "\n\n")
        case .camera: return options(Self.rows(of: nil) + Self.rows(of: "camera."))
        case .recorder: return options(Self.rows(of: "recorder."))
        }
    }

    private func options(_ rows: [any SettingRow]) -> String {
        table(["option"], rows.filter { $0.option != nil }) { [$0.optionCell ?? ""] }
    }

    private func table(
        _ titles: [String], _ rows: [any SettingRow], _ names: (any SettingRow) -> [String]
    ) -> String {
        let titles = titles + ["value", "default", "meaning"]
        let lines = rows.map { names($0) + [$0.allowed, $0.fallbackText, $0.meaning] }
        return ([titles, titles.map { _ in "---" }] + lines).map { "| \($0.joined(separator: " | ")) |" }
            .joined(separator: "\n")
    }

    /// The settings whose keys have this prefix; nil for those of both roles.
    private static func rows(of prefix: String?) -> [any SettingRow] {
        Settings.all.filter { row in
            prefix.map { row.key.hasPrefix($0) } ?? !(row.key.hasPrefix("camera.") || row.key.hasPrefix("recorder."))
        }
    }
}

extension SettingRow {
    fileprivate var optionCell: String? {
        option.map { self is Setting<Bool, Bool> ? "`--\($0)`, `--no-\($0)`" : "`--\($0)`" }
    }
}
