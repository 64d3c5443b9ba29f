// SPDX-License-Identifier: Apache-2.0

/// Something on a camera that can be set.
package struct CameraControl: Codable, Sendable, Equatable {
    /// What it takes.
    package enum Kind: String, Codable, Sendable {
        /// A number in its range.
        case number
        /// On or off.
        case toggle
        /// One of its choices.
        case choice
        /// Does something when it is set, whatever to.
        case action
        /// A text whose length is in its range.
        case text
    }

    /// One of several values.
    package struct Choice: Codable, Sendable, Equatable {
        /// What is set to choose it.
        package var value: Double
        /// What it is called.
        package var name: String

        /// A value with its name.
        package init(value: Double, name: String) { (self.value, self.name) = (value, name) }
    }

    /// Its name, as commands take it, such as `exposure`.
    package var key: String
    /// The driver's own name for it, such as `exposure_time_absolute`.
    package var raw: String
    /// What it takes.
    package var kind: Kind
    /// Its value now; nil for what cannot be read, and for an action.
    package var value: ControlValue?
    /// What the numbers count: `s`, `K`, `ISO`, `mA`, `degree`; nil for what has no unit, or one that only the maker knows.
    package var unit: String?
    /// The smallest value; of a text its shortest length in bytes.
    package var minimum: Double?
    /// The largest value; of a text its longest length in bytes.
    package var maximum: Double?
    /// From one value to the next.
    package var step: Double?
    /// The value that it has when nobody has set it.
    package var standard: ControlValue?
    /// What there is to choose from.
    package var choices: [Choice]?
    /// Whether the camera sets it by itself now; nil when it never does.
    package var isAutomatic: Bool?
    /// Whether setting it would have no effect now, or is refused now.
    package var isInactive: Bool
    /// Whether it can never be set.
    package var isReadOnly: Bool
    /// Whether the value was set here and comes back when the camera is plugged in again.
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
