// SPDX-License-Identifier: Apache-2.0
import GStreamer

/// A raw picture with its capture time.
struct RawFrame: Captured {
    /// The format of the picture.
    let caps: Caps
    let capturedAt: Int64
    /// The epoch in which it was captured.
    let epoch: Int
    let picture: Buffer

    /// Keeps a frame of a sink; nil if that fails.
    ///
    /// Shares the buffer with the pipeline if its pool can grow, and otherwise copies it, so that capture does not run out of
    /// buffers.
    init?(_ sample: borrowing Sample, capturedAt: Int64, epoch: Int) {
        guard let caps = sample.caps, let picture = sample.keep() else { return nil }
        (self.caps, self.picture) = (caps, picture)
        (self.capturedAt, self.epoch) = (capturedAt, epoch)
    }

    var size: Int { picture.count }

    /// The picture's width in pixels.
    var width: Int { caps.integer("width") ?? 0 }

    /// The picture's height in pixels.
    var height: Int { caps.integer("height") ?? 0 }
}
