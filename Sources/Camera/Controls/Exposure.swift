// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// The picture for a press, not yet developed.
struct Exposure: Sendable {
    /// The picture as it came from the camera.
    enum Picture: Sendable {
        /// A raw frame, which has to be developed.
        case raw(RawFrame)
        /// A JPEG picture, which needs no development.
        case photograph(Photograph)
        /// A frame of the footage.
        case footage(FootageFrame)
    }

    let picture: Picture
    let source: Still.Source
    /// Whether it shows the nearest available moment instead of the requested one.
    let clamped: Bool

    init(_ pick: MomentRing<RawFrame>.Pick) {
        (picture, clamped) = (.raw(pick.picture), pick.clamped)
        source = pick.isNext ? .nextFrame : .ring
    }

    init(_ pick: MomentRing<Photograph>.Pick) {
        (picture, clamped) = (.photograph(pick.picture), pick.clamped)
        source = .hardwareJPEG
    }

    init(_ frame: FootageFrame) {
        (picture, source, clamped) = (.footage(frame), .footage, false)
    }

    private init(_ picture: Picture, _ source: Still.Source, clamped: Bool) {
        (self.picture, self.source, self.clamped) = (picture, source, clamped)
    }

    /// A copy for a request that names a frame: clamped unless it is that frame.
    func compared(with seen: SeenFrame) -> Exposure {
        // Encoders and payloaders may round a capture time by one tick.
        let isSeen = epoch == seen.epoch && abs(tick - seen.tick) <= 1
        return Exposure(picture, source, clamped: !isSeen)
    }

    private var captured: any Captured {
        switch picture {
        case .raw(let frame): frame
        case .photograph(let photograph): photograph
        case .footage(let frame): frame
        }
    }

    /// When it was captured, on the monotonic clock in nanoseconds.
    var capturedAt: Int64 { captured.capturedAt }
    /// The capture time in ticks, which identifies the frame.
    var tick: Int64 { Tick(nanoseconds: capturedAt).rawValue }
    /// Its size in memory, in bytes.
    var size: Int { captured.size }
    /// The epoch in which it was captured.
    var epoch: Int {
        switch picture {
        case .raw(let frame): frame.epoch
        case .photograph(let photograph): photograph.epoch
        case .footage(let frame): frame.epoch
        }
    }

    /// The footage from which it is; nil for a picture from memory.
    var footage: FootageFrame? {
        guard case .footage(let frame) = picture else { return nil }
        return frame
    }
}
