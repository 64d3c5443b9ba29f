// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Synchronization
import Wire

/// The sources of stills: raw frames, or the JPEG pictures of a camera that encodes them itself.
///
/// The pipeline text decides. A branch named `frames` is preferred, whether it delivers raw frames or JPEG. Without
/// that branch, stills are taken from `encoded`, if that is JPEG.
final class StillSources: Sendable {
    /// The ring of raw frames.
    let ring: MomentRing<RawFrame>
    /// The ring of JPEG pictures from the camera.
    let photographs = MomentRing<Photograph>(limit: 48_000_000)
    private let trouble = Mutex<String?>(nil)

    /// - Parameter ringBytes: memory for raw frames; with 0, a still is the next frame after the press.
    init(ringBytes: Int) {
        ring = MomentRing(limit: ringBytes)
    }

    /// Forgets everything, for the start of another epoch.
    func clear() {
        ring.clear()
        photographs.clear()
        trouble.withLock { $0 = nil }
    }

    /// Fills the rings from the branch for stills until the stream ends.
    ///
    /// - Parameter base: the monotonic time of running time 0, in nanoseconds; nil until the pipeline plays.
    func fill(from sink: AppSink, epoch: Int, base: @escaping () -> Int64?) async throws {
        var assembler = AccessUnitAssembler(codec: .jpeg)
        try await sink.forEach(
            { sample -> Void? in
                guard let base = base() else { return nil }
                guard let time = sample.runningTime else {
                    trouble.withLock { $0 = "the buffers of `frames` have no time stamps" }
                    return nil
                }
                if sample.caps?.mediaType == "image/jpeg" {
                    keep(sample, in: &assembler, tick: Tick(nanoseconds: base + time), epoch: epoch)
                } else if ring.wants(base + time),
                    // Check first: copying a picture that the ring does not want is wasted work.
                    let frame = RawFrame(sample, capturedAt: base + time, epoch: epoch)
                {
                    ring.hold(frame)
                }
                return nil
            }, perform: { _ in })
    }

    /// Keeps a JPEG picture; an error is noted and does not stop the video.
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

    /// Keeps a JPEG picture without copying its bytes.
    func keep(_ unit: FormattedAccessUnit, epoch: Int) {
        guard let format = unit.format, format.codec == .jpeg else { return }
        photographs.keep(
            Photograph(
                bytes: unit.unit.bytes, width: format.width, height: format.height,
                capturedAt: unit.unit.tick.nanoseconds, epoch: epoch))
    }

    /// The picture nearest to a press; nil without a source.
    func nearest(to press: Int64) async -> Exposure? {
        if let pick = await ring.nearest(to: press) { return Exposure(pick) }
        return await photographs.nearest(to: press).map(Exposure.init)
    }

    /// Why a picture could not be kept; nil if all is well.
    var reason: String? { trouble.withLock { $0 } }

    /// The source in use and what its ring holds, for `/v1/state`.
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
