// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Pipelines
import Viewing
import Wire

/// Brings each encoded frame to the live sessions and, in fragments, to the spool.
struct FramePump {
    private let epoch: Int
    private let file: PipelineFile
    private let pipeline: Pipeline
    private let ledger: FrameLedger
    private let parts: CaptureSession.Parts
    private let keepsPhotographs: Bool
    private let hasFrame: () -> Void
    private var assembler: AccessUnitAssembler?
    private var fragmenter: Fragmenter
    private var nominalInterval: Int64 = 3_000
    private var isRunning = false

    /// - Parameter keepsPhotographs: whether stills are taken from these pictures, if they are JPEG.
    init(
        epoch: Int, file: PipelineFile, pipeline: Pipeline, ledger: FrameLedger, parts: CaptureSession.Parts,
        keepsPhotographs: Bool, hasFrame: @escaping () -> Void
    ) {
        (self.epoch, self.file, self.pipeline) = (epoch, file, pipeline)
        (self.ledger, self.parts, self.keepsPhotographs, self.hasFrame) = (ledger, parts, keepsPhotographs, hasFrame)
        fragmenter = Fragmenter(nominalInterval: nominalInterval)
    }

    /// Pumps until the sink ends, then closes the fragment in progress.
    mutating func run(_ sink: AppSink) async throws {
        var failure: (any Error)?
        do {
            try await sink.forEach({ sample in try take(sample, from: sink) }, perform: { _ in })
        } catch {
            failure = error
        }
        if let last = fragmenter.close() {
            let isWhole = failure == nil && pipeline.failure == nil && !Task.isCancelled
            settle(last, tail: isWhole ? .notEncoded : .captureFailed)
        }
        if let failure { throw failure }
    }

    /// The buffer is on loan: it is copied once, into canonical form, and everything behind shares that.
    private mutating func take(_ sample: borrowing Sample, from sink: AppSink) throws -> Void? {
        guard let base = pipeline.baseTime, let running = sample.runningTime else { return nil }
        if assembler == nil { try begin(sample) }
        let tick = Tick(nanoseconds: base + running)
        do {
            // One buffer is one picture here, so nothing is held back for a next one.
            let before = try sample.withBytes { bytes in try assembler?.push(bytes, tick: tick) }
            if let unit = before ?? nil { try handle(unit) }
            if let unit = assembler?.flush() { try handle(unit) }
        } catch FootageError.outOfOrder {
            throw CaptureError.reordering(pipeline: file.name, encoder: encoderName)
        }
        if parts.live.takeKeyFrameWish(at: tick) { sink.element.requestKeyFrame() }
        return nil
    }

    private mutating func begin(_ sample: borrowing Sample) throws {
        let codec: Codec
        let caps = sample.caps
        switch caps?.mediaType {
        case "image/jpeg": codec = .jpeg
        case "video/x-h264"
        where caps?.string("stream-format") == "byte-stream" && caps?.string("alignment") == "au":
            codec = .h264
        default: throw CaptureError.unusable(pipeline: file.name, caps: caps?.text ?? "nothing")
        }
        assembler = AccessUnitAssembler(codec: codec)
        nominalInterval = caps?.frameInterval ?? nominalInterval
        fragmenter = Fragmenter(nominalInterval: nominalInterval)
    }

    private mutating func handle(_ unit: FormattedAccessUnit) throws {
        ledger.encoded(unit.unit.tick)
        parts.status.count { $0.encoded += 1 }
        if let format = unit.format, !isRunning {
            isRunning = true
            hasFrame()
            let interval = nominalInterval
            parts.status.change { state in
                state.phase = .running
                (state.codec, state.nominalInterval) = (format.codec.rawValue, interval)
                (state.width, state.height) = (format.width, format.height)
            }
        }
        let closed = try parts.live.advance(unit, &fragmenter)
        parts.status.open(sequence: fragmenter.nextSequence)
        parts.live.send(unit)
        parts.preview.send(unit, epoch: epoch)
        parts.screen?.send(unit, epoch: epoch)
        parts.show(unit)
        if keepsPhotographs { parts.stills.keep(unit, epoch: epoch) }
        if let closed {
            parts.live.fragmentClosed(closed.fragment.sequence)
            settle(closed, tail: .notEncoded)
        }
    }

    private func settle(_ closed: ClosedFragment, tail: GapReason) {
        let (captured, gaps) = ledger.settle(closed, base: pipeline.baseTime ?? 0, tail: tail)
        parts.status.count { $0.captured += captured }
        parts.spool.submit(
            Spool.Entry(
                epoch: epoch, closed: closed, nominalInterval: nominalInterval, captured: captured, gaps: gaps))
    }

    private var encoderName: String {
        let encoder =
            pipeline.element(named: "encoder")
            ?? pipeline.elements.first { $0.klass.contains("Encoder") }
        return encoder.map { "element \"\($0.name)\" (\($0.factoryName))" } ?? "the encoder"
    }
}
