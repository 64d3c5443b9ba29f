// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Synchronization
import Wire

/// What stills are taken from: raw frames, or the pictures of a camera that gives JPEG itself.
///
/// The pipeline text decides. A branch named `frames` is there for stills, and comes first, whichever of the two it
/// gives; without it there are the pictures of `encoded`, if they are JPEG.
final class StillSources: Sendable {
    /// The ring of raw frames.
    let ring: MomentRing<RawFrame>
    /// The ring of pictures that are photographs already.
    let photographs = MomentRing<Photograph>(limit: 48_000_000)
    private let trouble = Mutex<String?>(nil)

    /// - Parameter ringBytes: memory for raw frames; 0 for none, and then a still is of the next frame.
    init(ringBytes: Int) {
        ring = MomentRing(limit: ringBytes)
    }

    /// Forgets everything: another epoch begins.
    func clear() {
        ring.clear()
        photographs.clear()
        trouble.withLock { $0 = nil }
    }

    /// Keeps what the branch for stills brings until the stream ends.
    ///
    /// - Parameter base: the running time's zero on the monotonic clock, in nanoseconds, once there is one.
    func fill(from sink: AppSink, epoch: Int, base: @escaping () -> Int64?) async throws {
        var assembler = AccessUnitAssembler(codec: .jpeg)
        try await sink.forEach(
            { sample -> Void? in
                guard let base = base(), let time = sample.runningTime else { return nil }
                if sample.caps?.mediaType == "image/jpeg" {
                    keep(sample, in: &assembler, tick: Tick(nanoseconds: base + time), epoch: epoch)
                } else if ring.wants(base + time),
                    // Copying a picture that nobody wants would be the cost of a ring without its use.
                    let frame = RawFrame(sample, capturedAt: base + time, epoch: epoch)
                {
                    ring.hold(frame)
                }
                return nil
            }, perform: { _ in })
    }

    /// One picture that cannot be taken is no reason to stop the video.
    private func keep(
        _ sample: borrowing Sample, in assembler: inout AccessUnitAssembler, tick: Tick, epoch: Int
    ) {
        do {
            _ = try sample.withBytes { bytes in try assembler.push(bytes, tick: tick) }
            if let unit = assembler.flush() { keep(unit, epoch: epoch) }
        } catch {
            trouble.withLock { $0 = "\(error)" }
        }
    }

    /// Keeps a picture that is a photograph already; its bytes are shared.
    func keep(_ unit: FormattedAccessUnit, epoch: Int) {
        guard let format = unit.format, format.codec == .jpeg else { return }
        photographs.keep(
            Photograph(
                bytes: unit.unit.bytes, width: format.width, height: format.height,
                capturedAt: unit.unit.tick.nanoseconds, epoch: epoch))
    }

    /// The picture nearest to a press; nil when there is nothing to take one from.
    func nearest(to press: Int64) async -> Exposure? {
        if let pick = await ring.nearest(to: press) { return Exposure(pick) }
        return await photographs.nearest(to: press).map(Exposure.init)
    }

    /// Why there is no picture although there should be.
    var reason: String? { trouble.withLock { $0 } }

    /// What there is, for whoever asks.
    var state: ShutterState {
        var state = ShutterState()
        let (raw, jpeg) = (ring.holdings, photographs.holdings)
        if raw.isFed {
            state.source = raw.frames > 0 ? .ring : .nextFrame
            (state.width, state.height) = (raw.newest?.width, raw.newest?.height)
            (state.frames, state.bytes, state.reach) = (raw.frames, raw.bytes, raw.reach)
        } else if jpeg.isFed {
            state.source = .hardwareJPEG
            (state.width, state.height) = (jpeg.newest?.width, jpeg.newest?.height)
            (state.frames, state.bytes, state.reach) = (jpeg.frames, jpeg.bytes, jpeg.reach)
        }
        return state
    }
}
