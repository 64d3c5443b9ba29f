// SPDX-License-Identifier: Apache-2.0
package import Media

/// A fragment that is on disk and in the catalog.
package struct StoredFragment: Hashable, Sendable, Identifiable {
    /// Its epoch and sequence.
    package let id: FragmentID
    /// The recording that it belongs to.
    package let recording: String
    /// The file that it is in.
    package let segment: StoredSegment
    /// Its offset in the file.
    package let offset: Int
    /// Its length in bytes.
    package let byteCount: Int
    /// The capture time of the first frame.
    package let firstTick: Tick
    /// The capture time of the last frame.
    package let lastTick: Tick
    /// The number of frames.
    package let frames: Int
    /// Whether a decoder can start with the first frame.
    package let isSync: Bool
    /// SHA-256 of its bytes.
    package let digest: Digest
    /// Frames captured from this fragment's first tick to the next fragment's.
    package let captured: Int
    /// The frames that the epoch had captured by the end of that window; nil without an account.
    package let total: Int?
    /// The number of its frames received over the live lane.
    package let received: Int
    /// How it came into the store.
    package let source: FragmentSource
    /// When it was stored, in nanoseconds since 1970 UTC.
    package let persistedAt: Int64

    /// The frames that the epoch had captured before it; nil without an account.
    package var before: Int? { total.map { $0 - captured } }

    /// The values that distinguish it from every other one.
    var mark: FragmentMark {
        FragmentMark(id: id, firstTick: firstTick, digest: digest, format: segment.format)
    }
}
