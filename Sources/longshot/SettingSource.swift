// SPDX-License-Identifier: Apache-2.0

/// Where a setting was set.
enum SettingSource: Sendable, Equatable {
    case option(String)
    case variable(String)
    case file(String, line: Int)
}
