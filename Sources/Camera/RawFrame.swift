// SPDX-License-Identifier: Apache-2.0

/// One raw picture with the moment at which it was captured.
struct RawFrame: Sendable {
    /// GStreamer's description of the bytes.
    var caps = ""
    /// The picture's width in pixels.
    var width = 0
    /// The picture's height in pixels.
    var height = 0
    /// When it was captured, on the monotonic clock in nanoseconds.
    var capturedAt: Int64 = 0
    /// The epoch in which it was captured.
    var epoch = 0
    /// The picture.
    var bytes: [UInt8] = []
}
