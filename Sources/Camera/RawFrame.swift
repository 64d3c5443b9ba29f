// SPDX-License-Identifier: Apache-2.0
import GStreamer

/// One raw picture with the moment at which it was captured.
struct RawFrame: Sendable {
    /// GStreamer's description of the bytes.
    let caps: String
    /// The picture's width in pixels.
    let width: Int
    /// The picture's height in pixels.
    let height: Int
    /// When it was captured, on the monotonic clock in nanoseconds.
    let capturedAt: Int64
    /// The epoch in which it was captured.
    let epoch: Int
    /// The picture.
    let picture: Buffer
}

extension RawFrame {
    /// Keeps a frame of a sink; nil for one without a time.
    ///
    /// - Parameter base: what the pipeline's running time is counted from, on the monotonic clock in nanoseconds.
    init?(_ sample: borrowing Sample, base: Int64, epoch: Int) {
        guard let time = sample.runningTime, let picture = sample.keep() else { return nil }
        self.init(
            caps: sample.caps, width: sample.integer("width") ?? 0, height: sample.integer("height") ?? 0,
            capturedAt: base + time, epoch: epoch, picture: picture)
    }
}
