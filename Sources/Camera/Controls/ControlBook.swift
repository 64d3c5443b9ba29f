// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Media
import Video4Linux
import Wire

/// The stored control values of one device, to set them again later: a file in `controls/` of the camera's home.
struct ControlBook: Codable, Sendable, Equatable {
    /// Raw values by the driver's names.
    typealias Values = [String: ControlValue]

    /// The device's identity.
    var device: String
    /// The device's name, for people who read the file.
    var name: String
    /// The values to set whenever a capture from the device begins.
    var values: Values = [:]
    /// Saved values by name.
    var presets: [String: Values] = [:]

    /// The maximum number of presets per device.
    static let limit = 100

    /// The name of a device's file: its identity with `-` for everything but ASCII letters and digits, and a digest that keeps
    /// names unique.
    static func file(of device: String) -> String {
        let name = device.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return "\(String(name.prefix(80)))-\(Digest(of: Array(device.utf8)).hex.prefix(8)).json"
    }
}

extension VideoValue {
    /// The value in its stored form.
    var kept: ControlValue {
        switch self {
        case .number(let number): .number(Double(number))
        case .text(let text): .text(text)
        }
    }

    /// Reads a stored value; nil for a value that no control can have.
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
