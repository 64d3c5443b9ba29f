// SPDX-License-Identifier: Apache-2.0

enum SettingSource: Sendable, Equatable {
    case option(String)
    case variable(String)
    case file(String, line: Int)
}
