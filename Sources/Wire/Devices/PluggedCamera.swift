// SPDX-License-Identifier: Apache-2.0

/// A camera that is plugged into a machine, and what `--capture auto` makes of it: an item of `GET /v1/devices`.
package struct PluggedCamera: Codable, Sendable, Equatable {
    /// Why `--capture auto` does not take a camera.
    package enum Obstacle: String, Codable, Sendable {
        /// Other processes stream from it.
        case inUse = "in-use"
        /// No mode moves smoothly and can be recorded as it comes.
        case noMode = "no-mode"
        /// Another camera comes before it.
        case notFirst = "not-first"
    }

    /// The camera, with its modes.
    package var device: CameraDevice
    /// The pipeline that suits it; nil if no mode fits.
    package var auto: CaptureChoice?
    /// Why `--capture auto` does not take it; nil for the one that it takes, and for the one that is captured.
    package var passedOver: Obstacle?
    /// The processes that stream from it, as far as the node's user may know them; nil if it is free.
    package var users: [DeviceUser]?
    /// Whether the node that was asked captures from it; nil where no node was asked.
    package var isCaptured: Bool?

    /// A camera by itself, before it is known which one is taken.
    package init(device: CameraDevice, auto: CaptureChoice? = nil, users: [DeviceUser]? = nil) {
        (self.device, self.auto, self.users) = (device, auto, users)
        passedOver = users != nil ? .inUse : auto == nil ? .noMode : nil
    }
}
