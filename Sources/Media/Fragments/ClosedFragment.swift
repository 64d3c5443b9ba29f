// SPDX-License-Identifier: Apache-2.0

/// A complete fragment with the values that its announcement carries.
package struct ClosedFragment: Sendable, Equatable {
    /// The fragment.
    package let fragment: Fragment
    /// The number of its segment within the epoch, from 1.
    package let segment: Int
    /// The format of its frames.
    package let format: VideoFormat
    /// The first tick of the next fragment; nil at the end of a capture.
    ///
    /// Frames captured from `fragment.firstTick` up to this tick belong to this fragment.
    package let windowEnd: Tick?
}
