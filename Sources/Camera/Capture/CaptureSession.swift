// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Logging
import Media
import Pipelines
import Synchronization
import Viewing
import Wire

/// One run of a pipeline, which makes one epoch if frames come.
final class CaptureSession: Sendable {
    /// The receivers of frames; the same for every epoch.
    struct Parts: Sendable {
        let status: CaptureStatus
        let spool: Spool
        let journal: FrameJournal
        let live: LiveSessions
        /// The receivers of each access unit, including the live sessions.
        let outputs: [any AccessUnitOutput]
        let stills: StillSources
        let controls: CameraControls
    }

    /// The timeout for the sources to end after the request.
    private static let sourcePatience = Duration.seconds(1)
    /// The timeout for the encoder to finish its remaining frames after that.
    private static let encoderPatience = Duration.seconds(4)

    private enum Ended { case pumped, followed, aside }

    private let file: PipelineFile
    private let parts: Parts
    private let logger: Logger
    private let pipeline: Pipeline
    private let encoded: AppSink
    private let ends: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let begun = Mutex<ContinuousClock.Instant?>(nil)
    /// Whether `end()` has ended the epoch.
    private let isEnding = Atomic(false)
    /// The number of pictures from the pipeline, including damaged ones.
    private let pictures = Atomic(0)
    private let sourceClock = SourceClockWatch()

    init(file: PipelineFile, values: [String], parts: Parts, logger: Logger) throws {
        (self.file, self.parts, self.logger) = (file, parts, logger)
        pipeline = try file.makePipeline(values: values)
        encoded = try pipeline.sink(named: "encoded")
        (ends, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether a frame came.
    var gaveFrames: Bool { begun.withLock { $0 != nil } }

    /// How long ago the first frame came; nil without one.
    var age: Duration? { begun.withLock { $0 }.map { .now - $0 } }

    /// Ends the epoch; frames inside the pipeline still come out.
    func end() {
        ending.yield(())
    }

    /// Sets values on named elements, also while the pipeline plays.
    func set(_ values: [PipelineSetting]) throws {
        for value in values {
            try pipeline.element(named: value.element)?.set(value.property, to: value.value())
        }
    }

    /// The current value of a property.
    func value(of property: LiveProperty) -> String? {
        try? pipeline.element(named: property.element)?.value(of: property.property.name)
    }

    /// Captures until the end; returns false if no frame came.
    ///
    /// - Parameter isReturn: whether the pipeline is the one to which the camera has returned from another one that failed.
    func run(began: GapReason, isReturn: Bool) async throws -> Bool {
        let clock = MediaClock()
        parts.status.change { state in
            let before = state
            state = CaptureState(pipeline: file.name)
            // An epoch begins with its first frame, so that a camera that cannot be opened makes none.
            (state.epoch, state.epochID, state.began) = (before.epoch, before.epochID, before.began)
            state.returnedFrom = before.returnedFrom
            (state.utcAtTickZero, state.uncertainty) = (clock.utcAtTickZero, clock.uncertainty)
        }
        parts.stills.clear()
        let camera = pipeline.element(named: "camera")
        let order = camera?.orderTimes { [logger] back in
            logger.warning(
                "the camera's clock went back, and the times of its pictures are put in order",
                metadata: ["nanoseconds": "\(back)"])
        }
        let packets = pipeline.element(named: "depayloader")?.tapPackets()
        let isLibcamera = camera?.factoryName == LibcameraCamera.source
        // It has four buffers, and crashes if one comes back after its end.
        if isLibcamera { _ = camera?.copyBuffers() }
        let ledger = FrameLedger(camera: camera?.tap(), packets: packets, numbersFrames: isLibcamera)
        FrameNumber.draw(in: pipeline)
        defer { parts.live.endAll() }
        let begin: @Sendable (Tick, Int64) -> EpochDescription = {
            [self] first, interval in
            firstFrame()
            if !isReturn { parts.status.forgetReturn() }
            return parts.spool.begin(clock: clock, began: began, first: first, nominalInterval: interval)
        }
        await parts.spool.prepare(clock: clock, began: began)
        do {
            if pipeline.element(named: "source") != nil {
                try await pipeline.looping { try await flow(ledger, begin, $0) }
            } else {
                try await pipeline.playing { try await flow(ledger, begin, $0) }
            }
        } catch let error as CaptureError where error.isOutOfOrder && order?.hasJumped == true && !isOnNetwork {
            throw CaptureError.clockWentBack(pipeline: file.name)
        } catch let diagnostic as Diagnostic where diagnostic.element == "server" {
            let isSilent = !gaveFrames && diagnostic.isStreamError
            guard let resource = diagnostic.resource ?? (isSilent ? .notOpened : nil) else { throw diagnostic }
            let address = (try? pipeline.element(named: "server")?.value(of: "location")) ?? "server.location"
            throw CaptureError.refused(pipeline: file.name, address: PipelineSecrets.hiding(in: address), resource)
        } catch let diagnostic as Diagnostic where diagnostic.element == "source" && diagnostic.resource == .notFound {
            let path = (try? pipeline.element(named: "source")?.value(of: "location")) ?? "source.location"
            throw CaptureError.noFile(pipeline: file.name, path: path)
        } catch let diagnostic as Diagnostic where diagnostic.element == "camera" && !gaveFrames {
            // v4l2src says it in different words, depending on where it fails.
            guard let device, let users = await CameraDevices.users(of: device) else { throw diagnostic }
            throw CaptureError.inUse(pipeline: file.name, device: device, by: users)
        }
        return gaveFrames
    }

    private func flow(
        _ ledger: FrameLedger, _ begin: @escaping @Sendable (Tick, Int64) -> EpochDescription,
        _ messages: AsyncStream<Message>
    ) async throws {
        let model = try? pipeline.element(named: "camera")?.value(of: "device-name")
        parts.status.begin(device: model.flatMap { $0.isEmpty ? nil : $0 })
        let frames = try? pipeline.sink(named: "frames")
        // Read before the pipeline plays: raw frames may come before the first encoded one, which begins the epoch.
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
                // Cuts off a source that has not ended. If the encoder is just slow, this does nothing. The frames inside the
                // pipeline still come out.
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
            // The pump still closes the fragment in progress.
            while let _ = try? await group.next() {}
        }
        // A failed source also ends its stream, and the pump may have received that end first.
        if let failure = pipeline.failure { throw failure }
        if isOnNetwork, !isEnding.load(ordering: .relaxed), !Task.isCancelled {
            throw CaptureError.streamEnded(pipeline: file.name)
        }
    }

    /// Whether the camera is on the network.
    private var isOnNetwork: Bool { pipeline.element(named: "server") != nil }

    /// The path of the V4L2 device that the pipeline uses; nil without one.
    var device: String? {
        guard let camera = pipeline.element(named: "camera"), camera.factoryName == "v4l2src" else { return nil }
        return try? camera.value(of: "device")
    }

    /// The path of the V4L2 device, or libcamera's id of the camera, that the pipeline uses; nil without one.
    var camera: String? {
        guard let camera = pipeline.element(named: "camera"), camera.factoryName == LibcameraCamera.source else {
            return device
        }
        return try? camera.value(of: "camera-name")
    }

    /// Throws if no frame comes for a while, because some drivers and buses go silent without an error.
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
                pipeline: file.name, seconds: limit, isFirst: !gaveFrames)
            // Publishes the reason now, because stopping a driver that does not answer may take long.
            parts.status.change { $0.reason = "\(error)" }
            throw error
        }
    }

    private func firstFrame() {
        let isFirst = begun.withLock { begun in
            defer { begun = begun ?? .now }
            return begun == nil
        }
        guard isFirst else { return }
        // rtspsrc has its rtpbin, and that its pads, only by now.
        let manager = pipeline.element(named: "manager")
        _ = manager?.tapReports(pad: "recv_rtcp_sink_0") { [sourceClock, status = parts.status] in
            sourceClock.note($0, in: status)
        }
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

    /// How many frames the camera delivers in a time span in nanoseconds; at least 1.
    private func frames(in span: Int64) -> Int {
        guard let interval = pipeline.element(named: "camera")?.caps()?.frameInterval else { return 1 }
        return max(1, Int((Double(Tick(nanoseconds: span).rawValue) / Double(interval)).rounded()))
    }
}
