// SPDX-License-Identifier: Apache-2.0

/// An access unit with the format that applied when it was encoded.
package struct FormattedAccessUnit: Equatable, Sendable {
    /// The frame.
    package let unit: AccessUnit
    /// The format; nil while no complete parameter sets were seen.
    package let format: VideoFormat?

    /// A frame and its format.
    package init(unit: AccessUnit, format: VideoFormat?) {
        self.unit = unit
        self.format = format
    }
}
