// SPDX-License-Identifier: Apache-2.0

/// An invalid value of a setting: says which setting, where it was set, what is allowed, and what to type.
struct SettingError: Error, CustomStringConvertible {
    let key: String
    let source: SettingSource
    let allowed: String
    let text: SettingText
    let example: String

    var description: String {
        let known = "must be \(allowed), not \(text)"
        return switch source {
        // The argument parser puts the option before it.
        case .option: "\(known); for example \(source) \(example)"
        case .variable: "\(source): \"\(key)\" \(known); for example \(source)=\(example)"
        case .file: "\(source): \"\(key)\" \(known); for example \(key.split(separator: ".").last ?? ""): \(example)"
        }
    }
}
