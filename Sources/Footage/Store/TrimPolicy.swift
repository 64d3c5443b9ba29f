// SPDX-License-Identifier: Apache-2.0
package import Media

/// The limits for deleting old footage: always whole segments, the oldest first.
package struct TrimPolicy: Equatable, Sendable {
    /// The camera whose footage may be deleted; nil for all.
    package var camera: String?
    /// Deletes until the footage (of that camera, or of all) has at most this many bytes.
    package var maximumBytes: Int?
    /// Deletes while the rest lasts at least this long, in ticks of footage; no clock is read, so that a wrong one does no harm.
    package var sparedTicks: Int64?
    /// Deletes until the file system has at least this many free bytes.
    package var reserveBytes: Int?
    /// Keeps segments that hold this fragment or later ones.
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
