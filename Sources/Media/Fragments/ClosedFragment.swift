// SPDX-License-Identifier: Apache-2.0

/// A fragment that is complete, with what an announcement of it says.
package struct ClosedFragment: Sendable, Equatable {
    /// The fragment.
    package let fragment: Fragment
    /// The number of its segment within the epoch, from 1.
    package let segment: Int
    /// The format of its frames.
    package let format: VideoFormat
    /// The first tick of the next fragment; nil at the end of a capture.
    ///
    /// What was captured from `fragment.firstTick` up to here belongs to this fragment.
    package let windowEnd: Tick?
}
