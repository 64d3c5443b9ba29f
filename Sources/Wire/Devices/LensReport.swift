// SPDX-License-Identifier: Apache-2.0

/// What a camera knows of its lens: the answer of `GET /v1/nearby/lens`.
package struct LensReport: Codable, Sendable, Equatable {
    /// Where the numbers come from.
    package enum Origin: String, Codable, Sendable {
        /// From `longshot calibrate`, in this mode.
        case calibrated
        /// From a calibration in another mode with pictures of the same shape.
        case scaled
        /// From a field of view that somebody has given.
        case fieldOfView = "field-of-view"
        /// From nothing: the field of view that cameras usually have.
        case guessed
    }

    /// The lens, with the uncertainty that applies now; nil before the first picture.
    package var lens: Lens?
    /// Where it comes from.
    package var origin: Origin
    /// Why it is less certain than it was, and what to do; nil if nothing is wrong.
    package var note: String?

    /// A report; see the properties.
    package init(lens: Lens?, origin: Origin, note: String? = nil) {
        (self.lens, self.origin, self.note) = (lens, origin, note)
    }
}
