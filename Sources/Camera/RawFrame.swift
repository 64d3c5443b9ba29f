// SPDX-License-Identifier: Apache-2.0
import GStreamer

/// One raw picture with the moment at which it was captured.
struct RawFrame: Captured {
    /// What the bytes are.
    let caps: Caps
    let capturedAt: Int64
    /// The epoch in which it was captured.
    let epoch: Int
    /// The picture.
    let picture: Buffer

    /// Keeps a frame of a sink; nil for one that cannot be had.
    ///
    /// It is shared with the pipeline where its pool can make others, and copied out of a driver's pool, so that
    /// capture never starves.
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
