// SPDX-License-Identifier: Apache-2.0

/// All controls of a camera: the answer of `GET` and `PATCH /v1/controls`.
package struct ControlSheet: Codable, Sendable, Equatable {
    /// The device whose controls these are; nil when the pipeline has none that can be set.
    package var device: CameraDevice?
    /// Why there are no controls.
    package var reason: String?
    /// The controls: those with names of their own first, then the driver's others in its order.
    package var controls: [CameraControl]
    /// The names of the presets that were saved for this device, sorted.
    package var presets: [String]
    /// What was set once and could not be set again, with the reason, by control.
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
/// Is carried out in the order of its properties. All of it is checked first: a change that asks for something that is not
/// there, or out of range, changes nothing.
package struct ControlChange: Codable, Sendable, Equatable {
    /// The preset to set everything from.
    package var use: String?
    /// Controls to put back to what they are when nobody has set them: their keys, or `*` for all.
    package var reset: [String]?
    /// Controls and their new values.
    package var set: [String: ControlValue]?
    /// The name under which to save what is set then.
    package var save: String?
    /// A preset to forget.
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
    /// The controls that are different now, as they are now.
    package var controls: [CameraControl]
    /// The names of the presets that are there now.
    package var presets: [String]
    /// Who changed them: a peer's name, `owner`, or nil when they were applied again by the camera itself.
    package var by: String?

    /// An update; see the properties.
    package init(device: String, controls: [CameraControl], presets: [String], by: String?) {
        (self.device, self.controls, self.presets, self.by) = (device, controls, presets, by)
    }
}
