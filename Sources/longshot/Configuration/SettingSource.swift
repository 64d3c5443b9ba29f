// SPDX-License-Identifier: Apache-2.0

/// Where a setting was set: by an option, by a variable of the environment, or in a file.
enum SettingSource: Sendable, Equatable, CustomStringConvertible {
    case option(String)
    case variable(String)
    case file(String, line: Int)

    /// The place as errors begin with it.
    var description: String {
        switch self {
        case .option(let name): "--\(name)"
        case .variable(let name): name
        case .file(let path, let line): "\(path):\(line)"
        }
    }
}
