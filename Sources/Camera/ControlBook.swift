// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Media
import Video4Linux
import Wire

/// What was set on one device, for the day when it is plugged in again: a file in `controls/` of the camera's home.
struct ControlBook: Codable, Sendable, Equatable {
    /// Raw values by the driver's names.
    typealias Values = [String: ControlValue]

    /// Whose controls these are.
    var device: String
    /// What it is called, for people who look into the file.
    var name: String
    /// What is set whenever the device begins to give pictures.
    var values: Values = [:]
    /// What was saved under names.
    var presets: [String: Values] = [:]

    /// How many presets a device may have.
    static let limit = 100

    /// The name of a device's file: what is no letter or digit of its identity becomes `-`, and a digest tells apart what
    /// that makes equal.
    static func file(of device: String) -> String {
        let name = device.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return "\(String(name.prefix(80)))-\(Digest(of: Array(device.utf8)).hex.prefix(8)).json"
    }
}

extension VideoValue {
    /// The value as it is kept.
    var kept: ControlValue {
        switch self {
        case .number(let number): .number(Double(number))
        case .text(let text): .text(text)
        }
    }

    /// Reads what was kept; nil for what no control has.
    init?(kept: ControlValue) {
        switch kept {
        case .number(let number):
            guard let number = Int64(exactly: number) else { return nil }
            self = .number(number)
        case .text(let text): self = .text(text)
        case .truth: return nil
        }
    }
}
