// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GStreamer
import Logging
import Media
import Pipelines
import Synchronization
import Tasks
import Wire

/// Keeps a capture pipeline running, one epoch after another; checks each text before it runs.
final class Capture: Sendable {
    private struct Control {
        var text: CaptureText?
        /// The configured values with their text; nil before `load()`.
        var configured: ConfiguredValues?
        var isStopping = false
        var session: CaptureSession?
        /// The values that were set while the file runs.
        var values: [PipelineSetting] = []
        /// The last failure since there were frames.
        var failure: String?
        /// The last refused text: reported once, and not retried until it is edited.
        var refused: String?
    }

    /// How long a new text must give pictures, so that a failure is one of the camera and not of the text.
    private static let trial = Duration.seconds(10)
    /// How long a new text must give pictures before it comes to its end.
    private static let shortest = Duration.seconds(1)

    private let settings: CameraSettings
    private let library: PipelineLibrary
    private let parts: CaptureSession.Parts
    private let logger: Logger
    private let control = Mutex(Control())

    init(settings: CameraSettings, library: PipelineLibrary, parts: CaptureSession.Parts, logger: Logger) {
        (self.settings, self.library, self.parts, self.logger) = (settings, library, parts, logger)
    }

    /// The pipeline file that runs, or is to run next.
    var file: PipelineFile? { control.withLock { $0.text?.file } }

    /// The path or id of the camera that is captured from; nil for a pipeline without one.
    var camera: String? { control.withLock { $0.session }?.camera }

    /// Finds and checks the configured text.
    ///
    /// Throws errors that a person has to fix.
    func load() throws {
        let text = CaptureText(file: try library.find(settings.capture))
        try requireUsable(text)
        control.withLock {
            ($0.text, $0.configured) = (text, ConfiguredValues(file: text.file, values: settings.values))
        }
    }

    /// Ends the epoch and continues with another text; does nothing if the text runs already.
    ///
    /// Throws if the text is unusable.
    func change(to text: CaptureText) throws {
        try requireUsable(text)
        let session = control.withLock { control -> CaptureSession? in
            guard control.text != text else { return nil }
            (control.text, control.values) = (text, [])
            return control.session
        }
        session?.end()
    }

    /// Makes the pipeline of a file with those of the configured values that are for it; opens nothing.
    func makePipeline(of file: PipelineFile) throws -> Pipeline {
        try file.makePipeline(values: values(of: CaptureText(file: file)).taken)
    }

    /// Names the configured values: the running text takes some in place of its own, and leaves out the others.
    var configured: (taken: [String], leftOut: [String]) {
        guard let text = control.withLock({ $0.text }), let (taken, leftOut) = try? divided(for: text) else {
            return ([], [])
        }
        return (taken.compactMap { try? PipelineSetting($0).name }, leftOut)
    }

    /// All values of a text, the later over the earlier, and the names of the configured ones that are not for it.
    private func values(of text: CaptureText) throws -> (taken: [String], leftOut: [String]) {
        let (taken, leftOut) = try divided(for: text)
        return (taken + text.values, leftOut)
    }

    /// Divides the configured values into those that a text takes, and the names of the others.
    private func divided(for text: CaptureText) throws -> (taken: [String], leftOut: [String]) {
        let configured =
            control.withLock { $0.configured } ?? ConfiguredValues(file: text.file, values: settings.values)
        return try configured.divided(for: text)
    }

    /// Sets values on the running pipeline, and on each pipeline of the same file that follows it.
    ///
    /// Throws if another file runs by now.
    func set(_ values: [PipelineSetting], in file: PipelineFile) throws {
        let session = try control.withLock { control in
            guard control.text?.file == file else {
                throw Problem.conflict("the pipeline was changed meanwhile: try again")
            }
            control.values.removeAll { old in
                values.contains { $0.element == old.element && $0.property == old.property }
            }
            control.values += values
            return control.session
        }
        try session?.set(values)
        logger.info("pipeline values set", metadata: ["values": "\(values.map(\.description))"])
    }

    /// The current value of a property; nil unless the file runs.
    func value(of property: LiveProperty, in file: PipelineFile) -> String? {
        let session = control.withLock { $0.text?.file == file ? $0.session : nil }
        return session?.value(of: property)
    }

    /// The last failure since there were frames, in words; nil if there was none.
    var failure: String? { control.withLock(\.failure) }

    /// Ends the capture for good.
    func stop() {
        let session = control.withLock { control in
            control.isStopping = true
            return control.session
        }
        session?.end()
    }

    /// Runs epochs until `stop()`.
    ///
    /// Throws only errors that no retry can fix.
    func run() async throws {
        var began = GapReason.cameraRestarted
        var backoff = Backoff(.milliseconds(250) ... .seconds(1))
        var proven: CaptureText?
        var returned: CaptureText?
        // The new path of a text's camera that returned; only for that text, because another text may mean another camera.
        var moved: (text: CaptureText, place: String)?
        while let text = next() {
            let started = ContinuousClock.now
            do {
                let place = moved.flatMap { $0.text == text ? ["camera.device=\($0.place)"] : nil } ?? []
                let session = try CaptureSession(
                    file: text.file, values: values(of: text).taken + place, parts: parts, logger: logger)
                let values = control.withLock { control in
                    control.session = session
                    return control.text == text ? control.values : []
                }
                try session.set(values)
                // A stop or a change may have come before there was a session to end.
                if next() != text { session.end() }
                let gaveFrames = try await session.run(began: began, isReturn: returned == text)
                // A text that ends at once is as wrong as one that fails, if there is another one.
                if (session.age ?? .zero) < Self.shortest, proven != nil, proven != text, next() == text {
                    throw CaptureError.endedAtOnce(pipeline: text.file.name)
                }
                control.withLock { $0.session = nil }
                if gaveFrames {
                    proven = text
                    backoff.reset()
                }
                guard let following = next() else { break }
                guard following == text else {
                    began = .pipelineChanged
                    continue
                }
                try await ended(text)
                began = .pipelineChanged
            } catch {
                let (now, device, gaveFrames) = control.withLock { control in
                    defer { control.session = nil }
                    let gaveFrames = control.session?.gaveFrames == true
                    if gaveFrames { control.failure = nil }
                    return (control.text, control.session?.device, gaveFrames)
                }
                // It is the camera that fails now, and not the text.
                if gaveFrames, .now - started > Self.trial { proven = text }
                if let proven, proven != text, now == text {
                    logger.error(
                        "new pipeline gives no picture, back to the old one",
                        metadata: ["error": "\(words(for: error, of: text))"])
                    let edited = proven.file == text.file ? nil : text.file.text
                    control.withLock { ($0.text, $0.refused, $0.values) = (proven, edited, []) }
                    returned = proven
                    fail(error, leaving: text)
                    began = .pipelineChanged
                    continue
                }
                if let error = error as? CaptureError, !error.isTransient {
                    let reason = reason(error, of: text)
                    parts.status.change { ($0.phase, $0.reason) = (.failed, reason) }
                    throw error
                }
                fail(error)
                began = .captureFailed
                // Cameras lock out who tries a wrong password again and again.
                let isRefused = if case CaptureError.refused(_, _, .notAuthorized) = error { true } else { false }
                moved = try await pause(isRefused ? .seconds(10) : backoff.next(), device, trying: text)
                    .map { (text, $0) }
            }
        }
        parts.status.change { $0.phase = .stopped }
    }

    /// Watches the running text if it is a user's, and applies edits that are usable.
    func watch() async throws {
        while true {
            try await Task.sleep(for: .milliseconds(500))
            guard let text = next(), let edited = try? library.reload(text.file) else { continue }
            if edited == text.file, control.withLock({ $0.refused.take() }) != nil {
                parts.status.change { state in
                    state.reason = nil
                    if state.returnedFrom?.pipeline == edited.name { state.returnedFrom = nil }
                }
            }
            guard edited != text.file, control.withLock({ $0.refused != edited.text }) else { continue }
            do {
                try change(to: CaptureText(file: edited, values: text.values))
                logger.info("pipeline edited", metadata: ["pipeline": "\(edited.name)"])
            } catch {
                control.withLock { $0.refused = edited.text }
                logger.error("edited pipeline refused, the old one runs on", metadata: ["pipeline": "\(edited.name)"])
                // A place in the text has lines of its own.
                for line in "\(error)".split(separator: "\n") { logger.error("\(line)") }
                let reason = reason(error, of: next())
                parts.status.change { $0.reason = reason }
            }
        }
    }

    private func next() -> CaptureText? {
        control.withLock { $0.isStopping ? nil : $0.text }
    }

    /// Waits for another text or the stop, after a text has ended by itself (a test with a number of frames).
    private func ended(_ text: CaptureText) async throws {
        logger.notice(
            "the pipeline has come to its end, and nothing is captured", metadata: ["pipeline": "\(text.file.name)"])
        parts.status.change { state in
            (state.phase, state.reason) = (.stopped, "the pipeline \"\(text.file.name)\" has come to its end")
        }
        while next() == text { try await Task.sleep(for: .milliseconds(100)) }
    }

    /// Waits before a text is tried again; if its camera is unplugged, until that returns or another text is chosen, but at most 30 s.
    ///
    /// Returns the path of the returned camera, if known.
    private func pause(_ delay: Duration, _ device: String?, trying text: CaptureText) async throws -> String? {
        guard let device else {
            try await Task.sleep(for: delay)
            return nil
        }
        // The wait has a limit, because another camera with the same path may be meant as a replacement.
        for attempt in 0..<150 where next() == text {
            let (camera, isKnown) = await parts.controls.whereabouts()
            let place = isKnown ? camera : FileManager.default.fileExists(atPath: device) ? device : nil
            if let place {
                // The camera was present all the time: the capture failed.
                if attempt == 0 { try await Task.sleep(for: delay) }
                return isKnown ? place : nil
            }
            // Each check opens every camera of the machine, so it must be rare.
            try await Task.sleep(for: .milliseconds(200))
        }
        return nil
    }

    /// Publishes a failure.
    ///
    /// - Parameter text: the text that is left for the one before it; nil if the text is tried again.
    private func fail(_ error: any Error, leaving text: CaptureText? = nil) {
        let failed = text ?? next()
        let reason = reason(error, of: failed)
        // A camera that stays away is tried again and again: the same words are written down once.
        let isKnown = control.withLock { control in
            defer { control.failure = reason }
            return control.failure == reason
        }
        logger.log(
            level: isKnown ? .debug : .error, "capture failed", metadata: ["error": "\(words(for: error, of: failed))"])
        let left = text.map {
            PipelineReturn(pipeline: $0.file.name, reason: reason, at: Int64(Date().timeIntervalSince1970))
        }
        parts.status.change { state in
            (state.phase, state.reason) = (.failed, reason)
            if let left { state.returnedFrom = left }
        }
    }

    /// Why the capture failed, for clients that may not read pipeline texts.
    private func reason(_ error: any Error, of text: CaptureText?) -> String {
        let words =
            switch error {
            case let error as PipelineError: error.withoutText
            case GStreamerError.parse, GStreamerError.unreadableValue:
                "the pipeline's text cannot be used: the camera's log says why"
            default: words(for: error, of: text)
            }
        // Error texts of elements may contain addresses with passwords.
        return PipelineSecrets.hiding(in: words)
    }

    /// An error in words, which name the configured formats if elements did not agree on one: GStreamer's own words do not.
    private func words(for error: any Error, of text: CaptureText?) -> String {
        guard let diagnostic = error as? Diagnostic, diagnostic.refusesFormat, let text,
            let taken = try? values(of: text).taken, case let formats = taken.filter({ $0.contains(".caps=") }),
            !formats.isEmpty
        else { return "\(error)" }
        let cause = diagnostic.isNotNegotiated ? "the elements do not agree on a format" : "it may not take the format"
        return "\(error): \(cause), and this one was set: \(formats.joined(separator: ", "))"
            + (diagnostic.isNotNegotiated ? "" : "; encoders need an even width and height")
    }

    private func requireUsable(_ text: CaptureText) throws {
        try PipelineCheck.require(text.file, as: .capture)
        // The values must fit too.
        let (taken, leftOut) = try values(of: text)
        _ = try text.file.makePipeline(values: taken)
        if !leftOut.isEmpty {
            logger.notice(
                "configured values left out",
                metadata: ["pipeline": "\(text.file.name)", "values": "\(leftOut.joined(separator: " "))"])
        }
    }
}
