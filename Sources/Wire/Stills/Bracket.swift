// SPDX-License-Identifier: Apache-2.0

/// A control that has another value for each still of a series.
package struct Bracket: Codable, Sendable, Equatable {
    /// The control, such as `exposure`.
    package var control: String
    /// Its values, one for each still, 1 to 100.
    package var values: [ControlValue]

    /// A control and its values.
    package init(control: String, values: [ControlValue]) {
        (self.control, self.values) = (control, values)
    }
}
