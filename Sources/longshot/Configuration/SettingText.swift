// SPDX-License-Identifier: Apache-2.0

/// A setting's value as written.
enum SettingText: Sendable, Equatable, CustomStringConvertible {
    case one(String)
    case list([String])

    var description: String {
        switch self {
        case .one(let text): "\"\(text)\""
        case .list(let texts): "a list of \(texts.count)"
        }
    }
}
