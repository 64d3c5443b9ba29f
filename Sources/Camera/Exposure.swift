// SPDX-License-Identifier: Apache-2.0
import Media
import Wire

/// What a press got: one picture of its moment, not yet developed.
struct Exposure: Sendable {
    /// The picture as the camera gave it.
    enum Picture: Sendable {
        /// Raw: it is to be developed.
        case raw(RawFrame)
        /// A photograph already.
        case photograph(Photograph)
    }

    let picture: Picture
    /// Where it came from.
    let source: Still.Source
    /// Whether it is not of the moment that was asked for, but of the nearest one that could be had.
    let clamped: Bool

    init(_ pick: MomentRing<RawFrame>.Pick) {
        (picture, clamped) = (.raw(pick.picture), pick.clamped)
        source = pick.isNext ? .nextFrame : .ring
    }

    init(_ pick: MomentRing<Photograph>.Pick) {
        (picture, clamped) = (.photograph(pick.picture), pick.clamped)
        source = .hardwareJPEG
    }

    private init(_ picture: Picture, _ source: Still.Source, clamped: Bool) {
        (self.picture, self.source, self.clamped) = (picture, source, clamped)
    }

    /// The same, for somebody who saw a frame: clamped unless it is that one.
    func compared(with seen: SeenFrame) -> Exposure {
        // Encoders and payloaders may round a capture time to the tick beside it.
        let isSeen = epoch == seen.epoch && abs(tick - seen.tick) <= 1
        return Exposure(picture, source, clamped: !isSeen)
    }

    private var captured: any Captured {
        switch picture {
        case .raw(let frame): frame
        case .photograph(let photograph): photograph
        }
    }

    /// When it was captured, on the monotonic clock in nanoseconds.
    var capturedAt: Int64 { captured.capturedAt }
    /// The same in ticks, which is what frames are known by.
    var tick: Int64 { Tick(nanoseconds: capturedAt).rawValue }
    /// How much memory it holds, in bytes.
    var size: Int { captured.size }
    /// The epoch in which it was captured.
    var epoch: Int {
        switch picture {
        case .raw(let frame): frame.epoch
        case .photograph(let photograph): photograph.epoch
        }
    }
}
