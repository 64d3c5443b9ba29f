// SPDX-License-Identifier: Apache-2.0
package import Media

/// A picture of live video for people to look at, which knows the frame that it shows.
package struct PreviewPicture: Sendable {
    /// The epoch of the frame.
    package let epoch: Int
    /// When the frame was captured, on the camera's clock.
    package let tick: Tick
    /// The same on this machine's monotonic clock, in nanoseconds; nil while nobody knows how far the clocks are apart.
    package let capturedAt: Int64?
    /// The picture as JPEG.
    package let jpeg: [UInt8]
}
