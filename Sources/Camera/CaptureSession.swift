// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Logging
import Media
import Pipelines
import Synchronization
import Viewing
import Wire

/// One epoch: one pipeline from its start to its end, and where its frames go.
final class CaptureSession: Sendable {
    /// Where frames go; the same for every epoch.
    struct Parts: Sendable {
        let status: CaptureStatus
        let spool: Spool
        let live: LiveSessions
        /// All who get each picture, the live sessions among them.
        let outputs: [any AccessUnitOutput]
        let stills: StillSources
        let controls: CameraControls
    }

    /// How long the sources may take to end by themselves once they are told to.
    private static let sourcePatience = Duration.seconds(1)
    /// How long the encoder may then take for the frames that it still has.
    private static let encoderPatience = Duration.seconds(4)

    private enum Ended { case pumped, followed, aside }

    private let file: PipelineFile
    private let parts: Parts
    private let logger: Logger
    private let pipeline: Pipeline
    private let encoded: AppSink
    private let ends: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let hasFrame = Atomic(false)
    /// Whether the epoch ends in order.
    private let isEnding = Atomic(false)
    /// Pictures that came out of the pipeline, damaged ones included.
    private let pictures = Atomic(0)

    init(file: PipelineFile, values: [String], parts: Parts, logger: Logger) throws {
        (self.file, self.parts, self.logger) = (file, parts, logger)
        pipeline = try file.makePipeline(values: values)
        encoded = try pipeline.sink(named: "encoded")
        (ends, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Ends the epoch: what is inside the pipeline still comes out.
    func end() {
        ending.yield(())
    }

    /// Captures until the end; false when no frame came at all.
    func run(began: GapReason) async throws -> Bool {
        let clock = MediaClock()
        parts.status.change { state in
            let before = state
            state = CaptureState(pipeline: file.name)
            // Another epoch begins with its first frame: a camera that cannot be opened makes none.
            (state.epoch, state.epochID, state.began) = (before.epoch, before.epochID, before.began)
            (state.utcAtTickZero, state.uncertainty) = (clock.utcAtTickZero, clock.uncertainty)
        }
        parts.stills.clear()
        let camera = pipeline.element(named: "camera")
        let order = camera?.orderTimes { [logger] back in
            logger.warning(
                "the camera's clock went back, and the times of its pictures are put in order",
                metadata: ["nanoseconds": "\(back)"])
        }
        let ledger = FrameLedger(camera: camera?.tap())
        defer { parts.live.endAll() }
        let begin: @Sendable (Tick, Int64) -> EpochDescription = {
            [self] first, interval in
            firstFrame()
            return parts.spool.begin(clock: clock, began: began, first: first, nominalInterval: interval)
        }
        await parts.spool.prepare(clock: clock, began: began)
        do {
            if pipeline.element(named: "source") != nil {
                try await pipeline.looping { try await flow(ledger, begin, $0) }
            } else {
                try await pipeline.playing { try await flow(ledger, begin, $0) }
            }
        } catch CaptureError.reordering where order?.hasJumped == true {
            throw CaptureError.clockWentBack(pipeline: file.name)
        }
        return hasFrame.load(ordering: .relaxed)
    }

    private func flow(
        _ ledger: FrameLedger, _ begin: @escaping @Sendable (Tick, Int64) -> EpochDescription,
        _ messages: AsyncStream<Message>
    ) async throws {
        let model = try? pipeline.element(named: "camera")?.value(of: "device-name")
        parts.status.begin(device: model.flatMap { $0.isEmpty ? nil : $0 })
        let frames = try? pipeline.sink(named: "frames")
        // Asked for before anything flows: raw frames may come before the first encoded one, with which the epoch begins.
        let epoch = parts.spool.epochs.upcoming
        try await withThrowingTaskGroup(of: Ended.self) { group in
            group.addTask { [self] in
                var pump = FramePump(
                    file: file, pipeline: pipeline, ledger: ledger, parts: parts, keepsPhotographs: frames == nil,
                    begin: begin, hasPicture: countPicture, logger: logger)
                try await pump.run(encoded) { isEnding.load(ordering: .relaxed) }
                return .pumped
            }
            group.addTask { [self] in try await follow(messages, ledger) }
            group.addTask { [self] in
                await parts.controls.begin(device)
                return .aside
            }
            if let frames {
                group.addTask { [self] in
                    try await parts.stills.fill(from: frames, epoch: epoch) { [pipeline] in pipeline.baseTime }
                    return .aside
                }
            }
            group.addTask { [self] in
                for await _ in ends { break }
                try Task.checkCancellation()
                isEnding.store(true, ordering: .relaxed)
                pipeline.end()
                try await Task.sleep(for: CaptureSession.sourcePatience)
                // A source that does not end is cut off here, or the encoder is slow and there is nothing to cut: either way
                // the frames in between still come out.
                pipeline.element(named: "camera")?.endStream()
                try await Task.sleep(for: CaptureSession.encoderPatience)
                return .pumped
            }
            group.addTask { [self] in try await requireFrames() }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if ended == .pumped { break }
            }
            group.cancelAll()
            // The pump closes the fragment in progress whatever ended the rest.
            while let _ = try? await group.next() {}
        }
        // A source that fails ends its stream too, and the pump may have heard of that first.
        if let failure = pipeline.failure { throw failure }
    }

    /// The V4L2 device that the pipeline has opened.
    var device: String? {
        guard let camera = pipeline.element(named: "camera"), camera.factoryName == "v4l2src" else { return nil }
        return try? camera.value(of: "device")
    }

    /// Throws when no frame comes for a while, at the beginning or later: some drivers and buses fall silent without an error.
    private func requireFrames() async throws -> Ended {
        var before = pictures.load(ordering: .relaxed)
        while true {
            let limit = parts.status.capture.longestSilence
            try await Task.sleep(for: .seconds(limit))
            let now = pictures.load(ordering: .relaxed)
            guard now == before else {
                before = now
                continue
            }
            let error = CaptureError.noFrame(
                pipeline: file.name, seconds: limit, isFirst: !hasFrame.load(ordering: .relaxed))
            // Stopping a driver that does not answer may take its time: people see at once why there is no picture.
            parts.status.change { $0.reason = "\(error)" }
            throw error
        }
    }

    private func firstFrame() {
        hasFrame.store(true, ordering: .relaxed)
    }

    private func countPicture() {
        pictures.add(1, ordering: .relaxed)
    }

    private func follow(_ messages: AsyncStream<Message>, _ ledger: FrameLedger) async throws -> Ended {
        for await message in messages {
            switch message {
            case .failed(let diagnostic): throw diagnostic
            case .segmentDone: try pipeline.goAround()
            case .dropped(let element, let span) where element == "camera": ledger.driverDropped(frames(in: span))
            default: continue
            }
        }
        return .followed
    }

    /// How many frames the camera gives in so many nanoseconds.
    private func frames(in span: Int64) -> Int {
        guard let interval = pipeline.element(named: "camera")?.caps()?.frameInterval else { return 1 }
        return max(1, Int((Double(Tick(nanoseconds: span).rawValue) / Double(interval)).rounded()))
    }
}
