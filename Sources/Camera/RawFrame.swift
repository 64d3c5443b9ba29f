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

    /// Keeps a frame of a sink; nil for one without a time.
    ///
    /// - Parameter base: what the pipeline's running time is counted from, on the monotonic clock in nanoseconds.
    init?(_ sample: borrowing Sample, base: Int64, epoch: Int) {
        guard let caps = sample.caps, let time = sample.runningTime, let picture = sample.keep() else { return nil }
        (self.caps, self.picture) = (caps, picture)
        (capturedAt, self.epoch) = (base + time, epoch)
    }

    var size: Int { picture.count }

    /// The picture's width in pixels.
    var width: Int { caps.integer("width") ?? 0 }

    /// The picture's height in pixels.
    var height: Int { caps.integer("height") ?? 0 }
}

extension MomentRing<RawFrame> {
    /// Keeps what a sink brings until the stream ends.
    ///
    /// Frames are shared with the pipeline where its pool can make others, and copied out of a driver's pool, so that
    /// capture never starves.
    func fill(from sink: AppSink, epoch: Int, base: @escaping () -> Int64?) async throws {
        clear()
        try await sink.forEach(
            { sample -> Void? in
                if let base = base(), let frame = RawFrame(sample, base: base, epoch: epoch) { keep(frame) }
                return nil
            }, perform: { _ in })
    }
}
