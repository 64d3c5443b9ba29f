// SPDX-License-Identifier: Apache-2.0

/// What may be deleted to make room: always whole closed segments, the oldest first.
package struct TrimPolicy: Equatable, Sendable {
    /// The recording to take from; nil for all.
    package var recording: String?
    /// Delete until the footage (of that recording, or all) takes at most so many bytes.
    package var maximumBytes: Int?
    /// Delete while what is left lasts at least so long, in ticks of footage: no clock is asked, none can mislead.
    package var sparedTicks: Int64?
    /// Spare segments that hold this fragment or later ones.
    package var heldFrom: FragmentID?

    /// A policy; without limits it deletes nothing.
    package init(
        recording: String? = nil,
        maximumBytes: Int? = nil,
        sparedTicks: Int64? = nil,
        heldFrom: FragmentID? = nil
    ) {
        self.recording = recording
        self.maximumBytes = maximumBytes
        self.sparedTicks = sparedTicks
        self.heldFrom = heldFrom
    }
}
