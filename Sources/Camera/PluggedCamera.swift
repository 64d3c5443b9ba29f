// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A camera that is plugged into this machine, and what `--capture auto` makes of it.
package struct PluggedCamera: Codable, Sendable {
    /// Why `--capture auto` does not take a camera.
    package enum Obstacle: Codable, Sendable, Equatable {
        /// Other processes stream from it; empty if this user may not know them.
        case inUse([DeviceUser])
        /// No mode moves smoothly and can be recorded as it comes.
        case noMode
        /// Another camera comes before it.
        case notFirst
    }

    /// The camera, with its modes.
    package let device: CameraDevice
    /// The pipeline that suits it; nil if no mode fits.
    package let auto: CaptureChoice?
    /// Why `--capture auto` does not take it; nil for the one that it takes.
    package var passedOver: Obstacle?

    /// A camera by itself, before it is known which one is taken.
    init(_ device: CameraDevice, auto: CaptureChoice?, users: [DeviceUser]?) {
        (self.device, self.auto) = (device, auto)
        passedOver = users.map { .inUse($0) } ?? (auto == nil ? .noMode : nil)
    }
}

extension PluggedCamera.Obstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse([]): "a program of another user uses it"
        case .inUse(let users):
            users.map(\.description).joined(separator: " and ")
                + (users.count == 1 ? " uses it" : " use it")
        case .noMode: "no mode moves smoothly and can be recorded as it comes"
        case .notFirst: "another camera comes first"
        }
    }
}
