// SPDX-License-Identifier: Apache-2.0
package import Media

/// What may be deleted to make room: always whole closed segments, the oldest first.
package struct TrimPolicy: Equatable, Sendable {
    /// The camera whose footage is meant; nil for all.
    package var camera: String?
    /// Delete until the footage (of that recording, or all) takes at most so many bytes.
    package var maximumBytes: Int?
    /// Delete while what is left lasts at least so long, in ticks of footage: no clock is asked, none can mislead.
    package var sparedTicks: Int64?
    /// Delete until the file system has at least so many bytes to spare.
    package var reserveBytes: Int?
    /// Spare segments that hold this fragment or later ones.
    package var heldFrom: FragmentID?

    /// A policy; without limits it deletes nothing.
    package init(
        camera: String? = nil,
        maximumBytes: Int? = nil,
        sparedTicks: Int64? = nil,
        reserveBytes: Int? = nil,
        heldFrom: FragmentID? = nil
    ) {
        self.camera = camera
        self.maximumBytes = maximumBytes
        self.sparedTicks = sparedTicks
        self.reserveBytes = reserveBytes
        self.heldFrom = heldFrom
    }
}
