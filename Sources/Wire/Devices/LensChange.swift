// SPDX-License-Identifier: Apache-2.0

/// Keeps a lens for a camera's device: the body of `PUT /v1/nearby/lens`.
package struct LensChange: Codable, Sendable, Equatable {
    /// The lens, for pictures of its size.
    package var lens: Lens
    /// Whether only a field of view was given; nil for a calibration.
    package var isFieldOfView: Bool?

    /// A change; see the properties.
    package init(lens: Lens, isFieldOfView: Bool? = nil) {
        (self.lens, self.isFieldOfView) = (lens, isFieldOfView)
    }
}
