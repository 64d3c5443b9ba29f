// SPDX-License-Identifier: Apache-2.0

/// The device that captured an epoch: make and model, and how it is mounted.
package struct CaptureDevice: Hashable, Sendable {
    /// Who made it; nil if unknown.
    package var make: String?
    /// Its model; nil if unknown.
    package var model: String?
    /// The rotation that shows its pictures upright.
    package var orientation: PictureOrientation

    /// A device; unknown and upright if nothing is given.
    package init(make: String? = nil, model: String? = nil, orientation: PictureOrientation = .upright) {
        (self.make, self.model, self.orientation) = (make, model, orientation)
    }
}
