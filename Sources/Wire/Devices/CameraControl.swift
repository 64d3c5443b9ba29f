// SPDX-License-Identifier: Apache-2.0

/// A setting of a camera.
package struct CameraControl: Codable, Sendable, Equatable {
    /// The kind of its value.
    package enum Kind: String, Codable, Sendable {
        /// A number in its range.
        case number
        /// On or off.
        case toggle
        /// One of its choices.
        case choice
        /// An action: any value triggers it.
        case action
        /// A text whose length is in its range.
        case text
    }

    /// One of several values.
    package struct Choice: Codable, Sendable, Equatable {
        /// The number that selects it.
        package var value: Double
        /// Its name.
        package var name: String

        /// A value with its name.
        package init(value: Double, name: String) { (self.value, self.name) = (value, name) }
    }

    /// Its name in commands, such as `exposure`.
    package var key: String
    /// The driver's own name for it, such as `exposure_time_absolute`.
    package var raw: String
    /// The kind of its value.
    package var kind: Kind
    /// Its current value; nil for an action, and if it cannot be read.
    package var value: ControlValue?
    /// The unit of its numbers: `s`, `K`, `ISO`, `mA`, `degree`; nil if there is none, or only the maker knows it.
    package var unit: String?
    /// The smallest value; of a text its shortest length in bytes.
    package var minimum: Double?
    /// The largest value; of a text its longest length in bytes.
    package var maximum: Double?
    /// The distance between two values.
    package var step: Double?
    /// The default value.
    package var standard: ControlValue?
    /// The values to choose from.
    package var choices: [Choice]?
    /// Whether the camera adjusts it automatically now; nil if it never does.
    package var isAutomatic: Bool?
    /// Whether setting it would have no effect now, or is refused now.
    package var isInactive: Bool
    /// Whether it can never be set.
    package var isReadOnly: Bool
    /// Whether the value was set here and is set again when the camera is plugged in again.
    package var isKept: Bool

    /// Describes a control; see the properties.
    package init(
        key: String, raw: String, kind: Kind, value: ControlValue? = nil, unit: String? = nil, minimum: Double? = nil,
        maximum: Double? = nil, step: Double? = nil, standard: ControlValue? = nil, choices: [Choice]? = nil,
        isAutomatic: Bool? = nil, isInactive: Bool = false, isReadOnly: Bool = false, isKept: Bool = false
    ) {
        (self.key, self.raw, self.kind, self.value, self.unit) = (key, raw, kind, value, unit)
        (self.minimum, self.maximum, self.step, self.standard) = (minimum, maximum, step, standard)
        (self.choices, self.isAutomatic, self.isInactive) = (choices, isAutomatic, isInactive)
        (self.isReadOnly, self.isKept) = (isReadOnly, isKept)
    }
}
