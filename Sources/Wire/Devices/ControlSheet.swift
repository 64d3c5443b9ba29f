// SPDX-License-Identifier: Apache-2.0

/// All controls of a camera: the answer of `GET` and `PATCH /v1/controls`.
package struct ControlSheet: Codable, Sendable, Equatable {
    /// The device whose controls these are; nil when the pipeline has none that can be set.
    package var device: CameraDevice?
    /// Why there are no controls.
    package var reason: String?
    /// The controls: first those that Longshot names, then the others in the driver's order.
    package var controls: [CameraControl]
    /// The names of the presets that were saved for this device, sorted.
    package var presets: [String]
    /// Why a stored setting could not be applied again, by control.
    package var waiting: [String: String]

    /// A sheet; see the properties.
    package init(
        device: CameraDevice? = nil, reason: String? = nil, controls: [CameraControl] = [], presets: [String] = [],
        waiting: [String: String] = [:]
    ) {
        (self.device, self.reason, self.controls) = (device, reason, controls)
        (self.presets, self.waiting) = (presets, waiting)
    }
}

/// A change to a camera's controls: the body of `PATCH /v1/controls`.
///
/// Applies the properties in their order. Checks all of them first: a change with an unknown control or preset, or with a value out
/// of range, changes nothing.
package struct ControlChange: Codable, Sendable, Equatable {
    /// The word for all controls in `reset`.
    package static let all = "*"

    /// The preset to apply.
    package var use: String?
    /// Controls to reset to their defaults: their keys, or `*` for all.
    package var reset: [String]?
    /// Controls and their new values.
    package var set: [String: ControlValue]?
    /// The name of the preset in which to save the settings afterwards.
    package var save: String?
    /// A preset to delete.
    package var forget: String?

    /// A change; see the properties.
    package init(
        use: String? = nil, reset: [String]? = nil, set: [String: ControlValue]? = nil, save: String? = nil,
        forget: String? = nil
    ) {
        (self.use, self.reset, self.set, self.save, self.forget) = (use, reset, set, save, forget)
    }
}

/// Controls that were changed: `controls` events.
package struct ControlUpdate: Codable, Sendable, Equatable {
    /// The identity of the device.
    package var device: String
    /// The controls that differ now, with their new values.
    package var controls: [CameraControl]
    /// The names of all presets, sorted.
    package var presets: [String]
    /// The name of the peer or browser that changed them, `owner`, or nil if the camera itself applied them again.
    package var by: String?

    /// An update; see the properties.
    package init(device: String, controls: [CameraControl], presets: [String], by: String?) {
        (self.device, self.controls, self.presets, self.by) = (device, controls, presets, by)
    }
}
