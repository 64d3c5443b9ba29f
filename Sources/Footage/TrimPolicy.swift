// SPDX-License-Identifier: Apache-2.0

/// What may be deleted to make room: always whole closed segments, the oldest first.
package struct TrimPolicy: Equatable, Sendable {
    /// The recording to take from; nil for all.
    package var recording: String?
    /// Delete until the footage (of that recording, or all) takes at most so many bytes.
    package var maximumBytes: Int?
    /// Delete what was stored before this time, in nanoseconds since 1970 UTC.
    package var persistedBefore: Int64?
    /// Spare segments that hold this fragment or later ones.
    package var heldFrom: FragmentID?

    /// A policy; without limits it deletes nothing.
    package init(
        recording: String? = nil,
        maximumBytes: Int? = nil,
        persistedBefore: Int64? = nil,
        heldFrom: FragmentID? = nil
    ) {
        self.recording = recording
        self.maximumBytes = maximumBytes
        self.persistedBefore = persistedBefore
        self.heldFrom = heldFrom
    }
}
