// SPDX-License-Identifier: Apache-2.0
package import Media

/// A fragment to be stored.
package struct FragmentEntry: Sendable {
    /// The recording that it belongs to; must be open in the store.
    package let recording: String
    /// The camera's epoch.
    package let epoch: Int
    /// The camera's segment number.
    package let segment: Int
    /// The fragment.
    package let fragment: Fragment
    /// The init segment for its format.
    package let format: InitSegment
    /// Frames captured from this fragment's first tick to the next fragment's.
    package let captured: Int
    /// The frames that the epoch had captured by the end of that window; nil without an account.
    package let total: Int?
    /// The number of its frames received over the live lane.
    package let received: Int
    /// How it came into the store.
    package let source: FragmentSource
    /// The time of storing in nanoseconds since 1970 UTC, by the caller's clock.
    package let persistedAt: Int64

    /// Its id within the footage of its camera.
    package var id: FragmentID { FragmentID(epoch: epoch, sequence: fragment.sequence) }

    /// An entry for `FragmentStore.append`.
    package init(
        recording: String,
        epoch: Int,
        segment: Int,
        fragment: Fragment,
        format: InitSegment,
        captured: Int,
        total: Int? = nil,
        received: Int,
        source: FragmentSource,
        persistedAt: Int64
    ) {
        self.recording = recording
        self.epoch = epoch
        self.segment = segment
        self.fragment = fragment
        self.format = format
        self.captured = captured
        self.total = total
        self.received = received
        self.source = source
        self.persistedAt = persistedAt
    }
}
