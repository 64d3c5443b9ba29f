// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GStreamer
import Logging
import Media
import Pipelines
import Synchronization
import Tasks
import Wire

/// Keeps a capture pipeline running: one epoch after another, each with a text that was checked before.
final class Capture: Sendable {
    private struct Control {
        var file: PipelineFile?
        var isStopping = false
        var session: CaptureSession?
        /// The text that was refused last: told once, and not tried again until it is edited.
        var refused: String?
    }

    private let settings: CameraSettings
    private let library: PipelineLibrary
    private let parts: CaptureSession.Parts
    private let logger: Logger
    private let control = Mutex(Control())

    init(settings: CameraSettings, library: PipelineLibrary, parts: CaptureSession.Parts, logger: Logger) {
        (self.settings, self.library, self.parts, self.logger) = (settings, library, parts, logger)
    }

    /// The pipeline file that runs, or is to run next.
    var file: PipelineFile? { control.withLock { $0.file } }

    /// Finds and checks the configured text.
    ///
    /// Throws what a person has to mend.
    func load() throws {
        let file = try library.find(settings.capture)
        try requireUsable(file)
        control.withLock { $0.file = file }
    }

    /// Changes to another text at the next fragment boundary, if it is sound.
    func change(to file: PipelineFile) throws {
        try requireUsable(file)
        let session = control.withLock { control in
            control.file = file
            return control.session
        }
        session?.end()
    }

    /// Ends the capture for good.
    func stop() {
        let session = control.withLock { control in
            control.isStopping = true
            return control.session
        }
        session?.end()
    }

    /// Runs epochs until told to stop.
    ///
    /// Throws only what no further try can mend.
    func run() async throws {
        var began = GapReason.cameraRestarted
        var backoff = Backoff(.milliseconds(250) ... .seconds(1))
        var proven: PipelineFile?
        // Where a text's camera is that has come back under another name; another text may mean another camera.
        var moved: (file: PipelineFile, place: String)?
        while let file = next() {
            do {
                let place = moved.flatMap { $0.file == file ? ["camera.device=\($0.place)"] : nil } ?? []
                let session = try CaptureSession(
                    file: file, values: settings.values + place, parts: parts, logger: logger)
                control.withLock { $0.session = session }
                // A stop or a change that came before there was a session to end.
                if next() != file { session.end() }
                let gaveFrames = try await session.run(began: began)
                control.withLock { $0.session = nil }
                if gaveFrames {
                    proven = file
                    backoff.reset()
                }
                guard let following = next() else { break }
                guard following == file else {
                    began = .pipelineChanged
                    continue
                }
                try await ended(file)
                began = .cameraRestarted
            } catch {
                let (text, device) = control.withLock { control in
                    defer { control.session = nil }
                    return (control.file, control.session?.device)
                }
                if let proven, proven != file, text == file {
                    logger.error(
                        "new pipeline gives no picture, back to the old one",
                        metadata: ["error": "\(error)"])
                    control.withLock { ($0.file, $0.refused) = (proven, file.text) }
                    fail(error)
                    began = .pipelineChanged
                    continue
                }
                if let error = error as? CaptureError, !error.isTransient { throw error }
                fail(error)
                began = .captureFailed
                moved = try await pause(backoff.next(), device).map { (file, $0) }
            }
        }
        parts.status.change { $0.phase = .stopped }
    }

    /// Watches the text that runs, when it is a user's, and takes up edits that are sound.
    func watch() async throws {
        while true {
            try await Task.sleep(for: .milliseconds(500))
            guard let running = file, let edited = try? library.reload(running) else { continue }
            if edited == running, control.withLock({ $0.refused.take() }) != nil {
                parts.status.change { $0.reason = nil }
            }
            guard edited != running, control.withLock({ $0.refused != edited.text }) else { continue }
            do {
                try change(to: edited)
                logger.info("pipeline edited", metadata: ["pipeline": "\(edited.name)"])
            } catch {
                control.withLock { $0.refused = edited.text }
                logger.error(
                    "edited pipeline refused, the old one runs on",
                    metadata: ["error": "\(error)"])
                let reason = reason(error)
                parts.status.change { $0.reason = reason }
            }
        }
    }

    private func next() -> PipelineFile? {
        control.withLock { $0.isStopping ? nil : $0.file }
    }

    /// A text that came to its end by itself (a test with a number of frames): wait for another, or for the stop.
    private func ended(_ file: PipelineFile) async throws {
        parts.status.change { state in
            (state.phase, state.reason) = (.stopped, "the pipeline \"\(file.name)\" has come to its end")
        }
        while next() == file { try await Task.sleep(for: .milliseconds(100)) }
    }

    /// Waits until it is time for another try: for a camera that is gone until it is there again.
    ///
    /// Returns where it is then, if that is known.
    private func pause(_ delay: Duration, _ device: String?) async throws -> String? {
        guard let device else {
            try await Task.sleep(for: delay)
            return nil
        }
        // Another camera that has its name now may be meant to stand in for it: so not for ever.
        for attempt in 0..<50 {
            let (camera, isKnown) = await parts.controls.whereabouts()
            let place = isKnown ? camera : FileManager.default.fileExists(atPath: device) ? device : nil
            if let place {
                // It was there all the time, and failed.
                if attempt == 0 { try await Task.sleep(for: delay) }
                return isKnown ? place : nil
            }
            // Looking opens every camera of the machine: not more often than anybody would notice.
            try await Task.sleep(for: .milliseconds(200))
        }
        return nil
    }

    private func fail(_ error: any Error) {
        logger.error("capture failed", metadata: ["error": "\(error)"])
        let reason = reason(error)
        parts.status.change { ($0.phase, $0.reason) = (.failed, reason) }
    }

    /// Why the capture failed, for people who may not read pipeline texts.
    private func reason(_ error: any Error) -> String {
        switch error {
        case let error as PipelineError: error.withoutText
        case GStreamerError.parse, GStreamerError.unreadableValue:
            "the pipeline's text cannot be used: the camera's log and `longshot pipeline check` say why"
        default: "\(error)"
        }
    }

    private func requireUsable(_ file: PipelineFile) throws {
        try PipelineCheck.require(file, as: .capture)
        // The values that were asked for must fit too.
        _ = try file.makePipeline(values: settings.values)
    }
}
