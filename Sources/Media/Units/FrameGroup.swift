// SPDX-License-Identifier: Apache-2.0

/// A frame of footage, with the earlier frames that a decoder needs to show it.
package struct FrameGroup: Equatable, Sendable {
    /// The frames from a key frame to the one to show, which is the last; of JPEG, only that one.
    package let units: [AccessUnit]
    /// Their format.
    package let format: VideoFormat
    /// The frame to show.
    package let shown: AccessUnit

    /// Creates a group; nil if it is empty, or does not begin with a key frame.
    package init?(_ units: [AccessUnit], of format: VideoFormat) {
        guard let first = units.first, let last = units.last, first.isSync else { return nil }
        (self.units, self.format, shown) = (units, format, last)
    }

    /// The size of the frames in bytes.
    package var byteCount: Int { units.reduce(0) { $0 + $1.bytes.count } }
}
