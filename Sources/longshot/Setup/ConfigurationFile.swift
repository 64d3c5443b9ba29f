// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage

/// The `longshot.yaml` of a unit's node, which setup changes.
struct ConfigurationFile: Sendable {
    /// An entry with its new value; nil removes it, so that the default applies.
    typealias Change = (key: String, value: SettingText?)

    let path: FilePath
    /// The text; that of the first configuration if there is no file.
    let text: String
    /// Whether the file exists.
    let exists: Bool
    /// The values of the text.
    let values: NodeConfiguration

    /// Reads the file of a unit.
    init(of unit: ServiceUnit) async throws {
        let files = WholeFiles(directory: unit.home)
        path = try files.path(of: "longshot.yaml")
        exists = try FileStatus(path) != nil
        let source = exists ? path : unit.firstConfiguration
        if try FileStatus(source) != nil {
            // Refuses a link, whose target root must not copy into a file that others may read.
            let name = source.lastComponent?.string ?? ""
            let bytes = try await WholeFiles(directory: source.removingLastComponent()).read(name)
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            text = ""
        }
        values = try NodeConfiguration(text: text, file: path.string)
    }

    /// The text with changes; throws if they would not have exactly the intended effect.
    func text(with changes: [Change]) throws -> String {
        var new = ConfigurationText(text)
        let wanted = changes.filter { $0.value != values.text(of: $0.key) }
        for change in wanted { new.set(change.key, to: change.value) }
        let read = try? NodeConfiguration(text: new.text, file: path.string)
        let isRight = Settings.all.allSatisfy { setting in
            let change = wanted.first { $0.key == setting.key }
            return read?.text(of: setting.key) == change.map(\.value) ?? values.text(of: setting.key)
        }
        guard read != nil, isRight else {
            var entries = ConfigurationText("")
            for change in wanted { entries.set(change.key, to: change.value) }
            throw SetupError.uneditable(path, entries: entries.text)
        }
        return wanted.isEmpty ? text : new.text
    }
}
