// SPDX-License-Identifier: Apache-2.0
package import Media

/// A picture of live video, with the epoch and tick of its frame.
package struct PreviewPicture: Sendable {
    /// The epoch of the frame.
    package let epoch: Int
    /// When the frame was captured, on the camera's clock.
    package let tick: Tick
    /// The same on this machine's monotonic clock, in nanoseconds; nil while the clocks' offset is unknown.
    package let capturedAt: Int64?
    /// The picture as JPEG.
    package let jpeg: [UInt8]
}
