// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Tasks
import Trust
import Wire

/// Starts recordings, and resumes interrupted ones.
struct RecordingStarter: Sendable {
    let settings: RecorderSettings
    let archive: Archive
    let events: EventFeed
    let logger: Logger
    private let names = RecordingNames()

    /// How late a press is, in milliseconds, that begins with the next fragment nevertheless.
    private static let promptly = 500

    /// Starts a requested recording.
    func start(_ request: RecordingRequest, on link: CameraLink) async throws -> RecordingDescription {
        let state = link.link
        guard let name = state.name else {
            throw Problem.conflict("the camera at \(state.address) has not answered yet: \(state.reason ?? "wait")")
        }
        if let refusal = link.refusal { throw Problem.revoked(byCamera: name, refusal) }
        if let denial = link.denial { throw Problem.denied(byCamera: name, denial) }
        try requireNone(on: link, name)
        let latency = request.latencyMilliseconds ?? settings.latencyMilliseconds
        guard (10...10_000).contains(latency) else {
            throw Problem.badRequest("latencyMilliseconds must be from 10 to 10000")
        }
        let before = request.beforeMilliseconds ?? 0
        guard (0...3_600_000).contains(before) else {
            throw Problem.badRequest("beforeMilliseconds must be from 0 to 3600000, an hour")
        }
        let late = try Self.late(request.pressedAt)
        // What a camera that is away captures belongs to it from here on, also if this program is started anew meanwhile.
        let early = Int64(late + (state.phase == .connected ? 0 : before)) * 1_000_000
        let recording = Recording(
            id: names.next(at: wallNanoseconds()), camera: link.id.text, cameraName: name,
            transport: (request.transport ?? settings.transport).rawValue, startedAt: wallNanoseconds() - early)
        let open = OpenRecording(
            recording, transport: request.transport ?? settings.transport, latencyMilliseconds: latency,
            beforeMilliseconds: before + (late < Self.promptly ? 0 : late))
        return try await link.starting(recording.id) { try await start(open, late: late, on: link, name) }
    }

    /// How long ago a press was, by this machine's monotonic clock, in milliseconds.
    private static func late(_ pressedAt: Int64?) throws(Problem) -> Int {
        let now = monotonicNanoseconds()
        try Problem.check(press: pressedAt, at: now, of: "this recorder")
        return Bounds.Before.clamp(Int((now - (pressedAt ?? now)) / 1_000_000))
    }

    private func start(
        _ open: OpenRecording, late: Int, on link: CameraLink, _ name: String
    ) async throws -> RecordingDescription {
        let id = open.recording.id
        try await archive.store.open(open.recording)
        // Holds earlier footage first: a live session would begin the camera's hold with its own first fragment. Otherwise the
        // recording begins with its live video, if the camera accepts that soon.
        let isEarlier = open.beforeMilliseconds > 0
        var hold = isEarlier && link.openRecording == nil ? await self.hold(open, on: link, within: .seconds(4)) : nil
        guard link.record(open) else {
            if hold != nil { link.release(open) }
            try await archive.store.delete(recording: id)
            try requireNone(on: link, name)
            throw Problem.conflict(
                "another recording of \(name) was started at this moment, and has ended: start it again")
        }
        // A connected camera answers soon, unless it or this machine is busy; another one may not answer at all.
        let patience = Duration.milliseconds(link.link.phase == .connected ? 3_000 : 600)
        if let refused = await open.firstTry.value(within: patience) ?? nil,
            [403, 409].contains(refused.status)
        {
            link.forget(open)
            link.release(open)
            try await archive.store.delete(recording: id)
            guard refused.status == 403 else { throw refused }
            throw Problem.denied(byCamera: name, link.recordingDenial)
        }
        // From here on, the camera keeps its footage for this recording, even if this recorder ends. Who started it waits for 10 s.
        if hold == nil { hold = await self.hold(open, on: link, within: .seconds(2)) }
        logger.info("recording started", metadata: ["recording": "\(id)", "camera": "\(name)"])
        var description = try await tell(id)
        description.reach = isEarlier ? hold?.reach.map { max(0, $0 - Int64(late) * 1_000_000) } : nil
        return description
    }

    /// Throws the reason why no recording of a camera can be started, if there is one already.
    private func requireNone(on link: CameraLink, _ name: String) throws(Problem) {
        guard let open = link.openRecording else { return }
        throw open.isStopping
            ? .ending(open.recording.id, trouble: open.trouble)
            : .conflict("\(name) is being recorded already: stop that recording first")
    }

    /// Resumes the camera's interrupted recording, or begins one if cameras are recorded continuously.
    func resumeOrBegin(on link: CameraLink) async throws {
        try await resume(on: link)
        guard link.openRecording == nil, settings.continuous else { return }
        do {
            let recording = Recording(
                id: names.next(at: wallNanoseconds()), camera: link.id.text,
                cameraName: link.link.name ?? link.id.short,
                transport: settings.transport.rawValue, startedAt: wallNanoseconds())
            let open = OpenRecording(
                recording, transport: settings.transport, latencyMilliseconds: settings.latencyMilliseconds)
            _ = try await link.starting(recording.id) {
                try await archive.store.open(recording)
                if !link.record(open) {
                    try await archive.store.delete(recording: recording.id)
                    try requireNone(on: link, recording.cameraName)
                }
                return try await tell(recording.id)
            }
        } catch {
            logger.error("recording cannot begin", metadata: ["error": "\(error)"])
        }
    }

    /// Resumes the camera's interrupted recording, if there is one; works without a connection.
    ///
    /// Throws the error of the archive, so that the camera is asked to release nothing: it is tried again with the next connection.
    func resume(on link: CameraLink) async throws {
        guard link.openRecording == nil else { return }
        do {
            let interrupted = try await archive.store.recordings().filter {
                $0.camera == link.id.text && $0.state != .stopped && $0.id != link.startingRecording
            }
            guard let last = interrupted.max(by: { $0.startedAt < $1.startedAt }) else { return }
            let open = OpenRecording(
                last, transport: Transport(rawValue: last.transport) ?? settings.transport,
                latencyMilliseconds: settings.latencyMilliseconds,
                // Its camera has not been there yet.
                startedEarlier: last.begin == nil ? Int(max(0, wallNanoseconds() - last.startedAt) / 1_000_000) : 0)
            if last.state == .stopping {
                open.end(at: .earlier(last.stoppedAt ?? wallNanoseconds(), last.stop))
                open.tell(.stop)
            }
            guard link.record(open) else { return }
            logger.info("recording goes on", metadata: ["recording": "\(last.id)"])
        } catch {
            logger.error("recording cannot go on", metadata: ["error": "\(error)"])
            throw error
        }
    }

    /// Begins the camera's hold; returns nil if that fails now, or takes too long, because the session retries it.
    private func hold(_ open: OpenRecording, on link: CameraLink, within patience: Duration) async -> FootageHold? {
        do {
            return try await withTimeout(patience) {
                try await link.accounts?.hold(open.recording.id, beforeMilliseconds: open.beforeNow).0
            }
        } catch {
            logger.warning(
                "the camera has not begun to keep footage yet",
                metadata: ["recording": "\(open.recording.id)", "error": "\(error)"])
            return nil
        }
    }

    private func tell(_ id: String) async throws -> RecordingDescription {
        let description = try await archive.recording(id)
        events.publish(.recording(description))
        return description
    }
}
