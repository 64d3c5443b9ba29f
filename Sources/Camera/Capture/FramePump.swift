// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Logging
import Media
import Pipelines
import Viewing
import Wire

/// Sends each encoded frame to the outputs, and each closed fragment to the spool.
struct FramePump {
    private let file: PipelineFile
    private let pipeline: Pipeline
    private let ledger: FrameLedger
    private let parts: CaptureSession.Parts
    private let keepsPhotographs: Bool
    /// Whether the pictures are of a camera on the network.
    private let isOnNetwork: Bool
    /// The element that encodes; nil if there is none.
    private let encoder: Element?
    /// Whether the camera encodes: one on the network always does, also if the text encodes its pictures again.
    private var cameraEncodes: Bool { isOnNetwork || encoder == nil }
    /// Begins the epoch; takes its first frame's tick, and the frame interval in ticks.
    private let begin: (Tick, Int64) -> EpochDescription
    private var epoch: EpochDescription?
    /// The frames that the epoch has captured so far, and the last closed fragment.
    private var (total, last) = (0, ClosedFragment?.none)
    private let hasPicture: () -> Void
    private let logger: Logger
    private var damaged = DamagedPictures()
    private var entries = EntryWatch()
    private var assembler: AccessUnitAssembler?
    private var fragmenter: Fragmenter
    private var nominalInterval: Int64 = 3_000
    private var isRunning = false
    /// The frames of the fragment in progress that are counted as captured.
    private var unsettled = 0

    /// - Parameters:
    ///   - keepsPhotographs: whether stills are taken from these pictures, if they are JPEG.
    ///   - begin: begins the epoch, with the first frame that can be recorded.
    ///   - hasPicture: called for every picture, damaged ones included.
    init(
        file: PipelineFile, pipeline: Pipeline, ledger: FrameLedger, parts: CaptureSession.Parts,
        keepsPhotographs: Bool, begin: @escaping (Tick, Int64) -> EpochDescription, hasPicture: @escaping () -> Void,
        logger: Logger
    ) {
        (self.file, self.pipeline) = (file, pipeline)
        (self.ledger, self.parts, self.keepsPhotographs, self.begin) = (ledger, parts, keepsPhotographs, begin)
        (self.hasPicture, self.logger) = (hasPicture, logger)
        isOnNetwork = pipeline.element(named: "server") != nil
        encoder =
            pipeline.element(named: "encoder") ?? pipeline.elements.first { $0.klass.contains("Encoder") }
        fragmenter = Fragmenter(nominalInterval: nominalInterval, limits: parts.spool.cuts)
    }

    /// Pumps until the sink ends, then closes the fragment in progress.
    ///
    /// - Parameter isEnding: whether the capture was told to end; frames still in the encoder then count as not encoded, and not as
    ///   lost by a failed capture.
    mutating func run(_ sink: AppSink, isEnding: () -> Bool) async throws {
        var failure: (any Error)?
        do {
            try await sink.forEach({ sample in try take(sample, from: sink) }, perform: { _ in })
        } catch {
            failure = error
        }
        if let last = fragmenter.close() {
            let isInOrder = failure == nil && pipeline.failure == nil && (isEnding() || !Task.isCancelled)
            settle(last, tail: isInOrder ? .notEncoded : .captureFailed)
        }
        // Frames that are in no fragment are not counted.
        parts.status.count { [unsettled] in $0.captured -= unsettled }
        if let id = epoch?.id, let last {
            parts.spool.end(
                Spool.Ending(
                    epoch: id, lastSequence: last.fragment.sequence, lastTick: last.fragment.lastTick.rawValue,
                    total: total))
        }
        if let failure { throw failure }
    }

    /// Copies the borrowed buffer once, into canonical form; all receivers share the copy.
    private mutating func take(_ sample: borrowing Sample, from sink: AppSink) throws -> Void? {
        guard let base = pipeline.baseTime, let running = sample.runningTime else { return nil }
        if assembler == nil { try open(sample) }
        let tick = Tick(nanoseconds: base + running)
        do {
            // One buffer is one picture here, so that `flush()` completes it at once.
            let before = try assemble(sample, tick: tick)
            if let unit = before { try handle(unit) }
            if let unit = assembler?.flush() { try handle(unit) }
        } catch MediaError.outOfOrder(let previous, let tick) {
            throw outOfOrder(sample, by: previous - tick)
        }
        if parts.live.takeKeyFrameWish(at: tick) { sink.element.requestKeyFrame() }
        return nil
    }

    /// Pushes a buffer into the assembler and returns the picture before it, if that was held back.
    ///
    /// Leaves out a buffer that cannot be read.
    private mutating func assemble(_ sample: borrowing Sample, tick: Tick) throws -> FormattedAccessUnit? {
        let before = assembler?.surplus ?? 0
        do {
            let unit = try sample.withBytes { bytes in try assembler?.push(bytes, tick: tick) } ?? nil
            // Damage has taken the boundary of each surplus picture.
            for number in 0..<((assembler?.surplus ?? 0) - before) { ledger.damaged(tick + Int64(number) + 1) }
            return unit
        } catch let error as MediaError {
            if case .outOfOrder = error { throw error }
            hasPicture()
            ledger.damaged(tick)
            switch damaged.add(tick) {
            case .leaveOut: break
            case .report(let pictures):
                logger.warning(
                    "damaged pictures left out", metadata: ["pictures": "\(pictures)", "error": "\(error)"])
            case .fail(let pictures):
                throw CaptureError.damagedPictures(pipeline: file.name, pictures: pictures, last: "\(error)")
            }
            return nil
        }
    }

    /// Why a picture comes after a later one.
    private func outOfOrder(_ sample: borrowing Sample, by ticks: Int64) -> CaptureError {
        guard cameraEncodes else { return .reordering(pipeline: file.name, encoder: encoderName) }
        var fresh = AccessUnitAssembler(codec: .h264)
        _ = try? sample.withBytes { bytes in try fresh.push(bytes, tick: Tick(rawValue: 0)) }
        if fresh.flush()?.unit.isBipredicted == true { return .bipredicted(pipeline: file.name) }
        // It is the camera's clock, or the network.
        return .outOfOrder(pipeline: file.name, ticks: ticks)
    }

    private mutating func open(_ sample: borrowing Sample) throws {
        let codec: Codec
        let caps = sample.caps
        switch caps?.mediaType {
        case "image/jpeg": codec = .jpeg
        case "video/x-h264"
        where caps?.string("stream-format") == "byte-stream" && caps?.string("alignment") == "au":
            codec = .h264
        default: throw CaptureError.unusable(pipeline: file.name, caps: caps?.text ?? "nothing")
        }
        assembler = AccessUnitAssembler(codec: codec, needsWholeImages: isOnNetwork)
        nominalInterval = caps?.frameInterval ?? nominalInterval
        fragmenter = Fragmenter(nominalInterval: nominalInterval, limits: parts.spool.cuts)
    }

    private mutating func handle(_ unit: FormattedAccessUnit) throws {
        hasPicture()
        damaged.endRun()
        // A camera that encodes stamps its pictures when they arrive, so that their times do not show that they were reordered.
        if cameraEncodes, unit.format?.codec == .h264, unit.unit.isBipredicted {
            throw CaptureError.bipredicted(pipeline: file.name)
        }
        if entries.add(unit.unit) { throw CaptureError.noKeyFrames(pipeline: file.name, encoder: encoderName) }
        ledger.encoded(unit.unit.tick)
        parts.status.encoded(unit.unit.tick.nanoseconds)
        count(encoded: 1)
        if let format = unit.format, !isRunning {
            isRunning = true
            let (interval, epoch) = (nominalInterval, begin(unit.unit.tick, nominalInterval))
            self.epoch = epoch
            parts.status.change { state in
                (state.epoch, state.epochID, state.began) = (epoch.epoch, epoch.id, epoch.began)
                state.phase = .running
                (state.codec, state.nominalInterval) = (format.codec.rawValue, interval)
                (state.width, state.height) = (format.width, format.height)
            }
        }
        guard let epoch else { return }
        let closed = try parts.live.advance(unit, &fragmenter)
        parts.status.open(sequence: fragmenter.nextSequence)
        parts.journal.add(unit.unit, in: fragmenter.opening, of: epoch, nominalInterval: nominalInterval) {
            ledger.isWhole(from: $0.firstTick, base: pipeline.baseTime ?? 0)
        }
        for output in parts.outputs { output.send(unit, epoch: epoch.epoch) }
        if keepsPhotographs { parts.stills.keep(unit, epoch: epoch.epoch) }
        if let closed {
            parts.live.fragmentClosed(closed.fragment.sequence)
            settle(closed, tail: .notEncoded)
            parts.journal.set(before: total)
        }
    }

    /// Adds frames to the counters.
    ///
    /// The captured frames are those of settled fragments and those of the fragment in progress.
    private mutating func count(encoded: Int = 0, settled: Int = 0, missing: Int = 0) {
        let waiting = ledger.waiting
        parts.status.count { [unsettled] counters in
            counters.encoded += encoded
            counters.missing += missing
            counters.captured += settled + waiting - unsettled
        }
        unsettled = waiting
    }

    private mutating func settle(_ closed: ClosedFragment, tail: GapReason) {
        guard let epoch else { return }
        let (captured, gaps) = ledger.settle(closed, epoch: epoch.epoch, base: pipeline.baseTime ?? 0, tail: tail)
        (total, last) = (total + captured, closed)
        count(settled: captured, missing: captured - closed.fragment.frames)
        parts.spool.submit(
            Spool.Entry(
                epoch: epoch, closed: closed, nominalInterval: nominalInterval, captured: captured, total: total,
                gaps: gaps))
    }

    private var encoderName: String {
        encoder.map { "element \"\($0.name)\" (\($0.factoryName))" } ?? "the encoder"
    }
}
