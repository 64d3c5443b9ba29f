// SPDX-License-Identifier: Apache-2.0
package import Media

/// Where a frame of a recording is stored.
package struct FramePlace: Equatable, Sendable {
    /// The fragment that holds it.
    package let fragment: StoredFragment
    /// Its index in the fragment.
    package let index: Int
    /// When it was captured.
    package let position: FootagePosition

    /// Whether `next` is the next frame of the same recording, and no fragment is missing between the two.
    package func isFollowed(by next: FramePlace) -> Bool {
        guard fragment.id != next.fragment.id else { return next.index == index + 1 }
        return fragment.id.epoch == next.fragment.id.epoch && next.index == 0 && index == fragment.frames - 1
            && next.fragment.id.sequence == fragment.id.sequence + 1
    }
}
