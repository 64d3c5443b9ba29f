// SPDX-License-Identifier: Apache-2.0
package import Wire

extension PluggedCamera {
    /// Why `--capture auto` passes it over, in words; nil for the one that it takes.
    package var obstacle: String? {
        switch passedOver {
        case .inUse: Self.words(of: users ?? [])
        case .noMode: Self.noMode
        case .notFirst: "another camera comes first"
        case nil: nil
        }
    }

    static let noMode = "no mode moves smoothly and can be recorded as it comes"

    /// Who uses a camera, in words; nobody may be known.
    static func words(of users: [DeviceUser]) -> String {
        guard !users.isEmpty else { return "a program of another user uses it" }
        return users.map(\.description).joined(separator: " and ") + (users.count == 1 ? " uses it" : " use it")
    }
}
