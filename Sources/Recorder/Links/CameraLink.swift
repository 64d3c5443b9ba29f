// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Logging
import Pipelines
import Synchronization
import Tasks
import Trust
import Viewing
import Wire

/// A recorder's link to one camera; reconnects by itself.
final class CameraLink: Sendable {
    /// The parts of the recorder that a link uses.
    struct Parts: Sendable {
        /// This recorder.
        let recorder: NodeDescription
        let connect: CameraDialer
        let peers: PeerStore
        let finder: CameraFinder
        let archive: Archive
        let library: PipelineLibrary
        let makeLane: LiveLaneFactory
        let stills: StillCollector
        let moments: MomentBook
        let backfillRate: Int?
        let nursery: Nursery
        let viewers: Viewers
        let events: EventFeed
        let logger: Logger
    }

    private struct State {
        var condition: LinkCondition
        var open: OpenRecording?
        /// The recording that is being started: a connection that begins meanwhile must not resume it.
        var starting: String?
        var wake: AsyncStream<Void>.Continuation?
        /// Requests the camera's list of stills again.
        var ask: AsyncStream<Void>.Continuation?
        /// Reports to the camera whether it is recorded.
        var report: AsyncStream<Void>.Continuation?
        /// Releases the camera's hold for a recording that has ended.
        var release: AsyncStream<String>.Continuation?
        /// The answer to a request of the camera, until it is reported.
        var answer = RecordingReport()
        /// Resumes the session after a reconnect.
        var token: String?
        /// The current connection; nil without one.
        var connection: (any CameraConnection)?
        /// The camera's accounts over the current connection; nil without one.
        var accounts: CameraAccounts?
        /// Inconsistencies in the camera's epochs, as sentences.
        var findings: [String] = []
        /// Whether this recorder has revoked the camera: how the link ends then is no news.
        var isRevoked = false
    }

    /// The capabilities that a recorder requires.
    private static let needs = ["archive-lane", "stills"]
    /// What a camera is told of a recording that does not grow.
    private static let toldTrouble = "its page and its log say why"
    /// The limit of `findings`; the oldest are dropped.
    private static let findingsKept = 16
    /// The pauses between links that end at once.
    private static let pauses: ClosedRange<Duration> = .milliseconds(100) ... .seconds(1)

    let id: NodeID
    /// The camera's live video for viewers.
    let preview: Preview
    let heard = HeardStills()
    let parts: Parts
    private let dialling: CameraDialling
    private let unsaved = UnsavedAccounts()
    private let resume: @Sendable (CameraLink) async throws -> Void
    /// Starts or stops the camera's recording.
    let switchRecording: @Sendable (CameraLink, _ isOn: Bool, _ pressedAt: Int64?) async throws -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - resume: called after each connect, to find the recording to resume.
    ///   - switchRecording: called when a remote at the camera requests to start or stop the recording.
    init(
        _ camera: Peer, parts: Parts,
        resume: @escaping @Sendable (CameraLink) async throws -> Void,
        switchRecording: @escaping @Sendable (CameraLink, _ isOn: Bool, _ pressedAt: Int64?) async throws -> Void
    ) {
        id = camera.id
        var link = CameraLinkState(address: camera.addresses.first?.description ?? "")
        (link.camera, link.name) = (camera.id.text, camera.name.text)
        link.lostSince = camera.lastSeen.map { $0 * 1_000_000_000 }
        state = Mutex(State(condition: LinkCondition(link)))
        (self.parts, self.resume, self.switchRecording) = (parts, resume, switchRecording)
        dialling = CameraDialling(id, peers: parts.peers, finder: parts.finder, connect: parts.connect)
        preview = Preview(library: parts.library, nursery: parts.nursery, clockOffset: nil, logger: parts.logger)
    }

    /// The state of the link, with the name that the owner gave the camera, or otherwise the camera's own.
    var link: CameraLinkState { named(state.withLock { $0.condition.link }) }

    private func named(_ link: CameraLinkState) -> CameraLinkState {
        guard let peer = parts.peers[id], peer.isNamedHere else { return link }
        var named = link
        named.name = peer.name.text
        return named
    }

    /// Since when the camera has refused this recorder, in nanoseconds since 1970 UTC; nil if it does not.
    var refusal: LinkCondition.Refusal? { state.withLock { $0.condition.refusal } }

    /// What the camera denies, if it does not let this recorder record; nil if it does, or has not answered.
    var denial: String? { state.withLock { $0.condition.denial } }

    /// What the camera denies a recorder that may not record, and the command that permits it.
    var recordingDenial: String { Problem.denial(of: "record", needing: .record, to: parts.recorder.id) }

    /// The recording in progress.
    var openRecording: OpenRecording? { state.withLock { $0.open } }

    /// The recording that is being started; nil without one.
    var startingRecording: String? { state.withLock { $0.starting } }

    /// Runs what starts a recording, from its row in the catalog on; throws a problem 409 while another one is being started.
    func starting(
        _ id: String, _ body: () async throws -> RecordingDescription
    ) async throws -> RecordingDescription {
        let isFirst = state.withLock { state in
            guard state.starting == nil else { return false }
            state.starting = id
            return true
        }
        guard isFirst else {
            throw Problem.conflict("a recording of \(link.name ?? id) is being started at this moment")
        }
        defer { state.withLock { $0.starting = nil } }
        return try await body()
    }

    /// Starts or resumes a recording; returns false if there is one already.
    func record(_ open: OpenRecording) -> Bool {
        let (isNew, wake) = state.withLock { state in
            guard state.open == nil else { return (false, state.wake) }
            state.open = open
            return (true, state.wake)
        }
        wake?.yield(())
        reportRecording()
        return isNew
    }

    /// Reports to the camera whether it is recorded, and the answer to its request if there is one.
    func reportRecording(answering answer: RecordingReport? = nil) {
        state.withLock { state in
            if let answer { state.answer = answer }
            return state.report
        }?.yield(())
    }

    /// The report to send now; contains an answer only once.
    func takeReport() -> RecordingReport {
        state.withLock { state in
            var report = state.answer
            state.answer = RecordingReport()
            report.startedAt = state.open.flatMap { $0.isStopping ? nil : $0.begin }
            // The reason may have a path of this machine in it, which is not the camera's business.
            if report.startedAt != nil, state.open?.trouble != nil { report.trouble = Self.toldTrouble }
            return report
        }
    }

    /// Inconsistencies in the camera's epochs, as sentences.
    var findings: [String] { state.withLock { $0.findings } }

    /// The connection to the camera; nil while it is away.
    var connection: (any CameraConnection)? { state.withLock { $0.connection } }

    /// The camera's accounts; nil while it is away, or if it keeps none.
    var accounts: CameraAccounts? {
        state.withLock { state in state.accounts.flatMap { $0.isKept ? $0 : nil } }
    }

    /// Requests the camera's list of stills again, to fetch missing ones; returns false without a link.
    func askForStills() -> Bool {
        guard let ask = state.withLock({ $0.condition.link.phase == .connected ? $0.ask : nil }) else { return false }
        ask.yield(())
        return true
    }

    /// Removes a recording that has ended.
    func forget(_ open: OpenRecording) {
        state.withLock { state in
            if state.open === open { state.open = nil }
        }
        reportRecording()
    }

    /// Releases the camera's hold for a recording that has ended, in the background: the camera may answer late.
    func release(_ open: OpenRecording) { state.withLock { $0.release }?.yield(open.recording.id) }

    /// Connects and reconnects until cancelled or ended.
    func run() async {
        var backoff = Backoff(Self.pauses)
        while let (client, node) = await dialling.reach(orElse: { [self] in suspend($0) }) {
            let connected = ContinuousClock.now
            do {
                try await talk(to: node, over: client)
            } catch {
                suspend(error)
            }
            // A disk that is full ends each link at once.
            if .now - connected > Self.pauses.upperBound { backoff.reset() }
            try? await Task.sleep(for: backoff.next())
        }
        await dialling.leave()
    }

    /// Stores frames received live whose fragment was not announced within 3 s of the link's end: the camera may be gone.
    func keepUnconfirmed() async {
        let horizon = ContinuousClock.now - .seconds(3)
        guard let open = openRecording else { return }
        do {
            try await keepUnconfirmed(of: open) { $0.since < horizon }
        } catch {
            // Tried again in a second.
            let level: Logger.Level = open.isNews("\(error)") ? .error : .debug
            parts.logger.log(level: level, "unannounced frames not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Stores frames received live whose fragment was not announced; throws if the archive cannot take them now.
    func keepUnconfirmed(
        of open: OpenRecording, where isWanted: (OpenRecording.Unannounced) -> Bool = { _ in true }
    ) async throws {
        guard let frames = open.takeUnannounced(where: isWanted) else { return }
        do {
            try await parts.archive.keep(frames, of: open.recording.id)
        } catch {
            open.putBack(frames)
            throw error
        }
        parts.logger.info("unannounced frames kept", metadata: ["frames": "\(frames.units.count)"])
    }

    /// Ends the link for good, because the camera was revoked.
    func end() async {
        let time = parts.peers[id]?.revokedAt ?? wallNanoseconds() / 1_000_000_000
        let actions = state.withLock { state in
            state.isRevoked = true
            return state.condition.revoke(at: time)
        }
        act(on: actions)
        await dialling.end()
    }

    private func talk(to node: NodeDescription, over client: any CameraConnection) async throws {
        let ticket = try await client.beginSession(
            token: state.withLock { $0.token }, needs: Self.needs, name: parts.recorder.name)
        noteRevocation(at: nil)
        state.withLock { ($0.token, $0.connection) = (ticket.token, client) }
        defer { state.withLock { ($0.connection, $0.accounts) = (nil, nil) } }
        // The certificate proves the camera's identity; the name that the camera sends is only a label.
        let name = (try? PeerName(node.name)) ?? parts.peers[id]?.name
        if let name { parts.peers.heard(name, from: id) }
        act(on: state.withLock { $0.condition.connect(as: name?.text, at: client.place) })
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (asks, ask) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (reports, reporting) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (troubles, trouble) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (requests, request) = AsyncStream.makeStream(of: RecordingSwitch.self, bufferingPolicy: .bufferingNewest(1))
        let (ended, release) = AsyncStream.makeStream(of: String.self)
        state.withLock { ($0.wake, $0.ask, $0.report, $0.release) = (wake, ask, reporting, release) }
        wake.yield(())
        ask.yield(())
        // Subscribes first, so that no event is missed while the rest is read.
        let events = try await client.happenings()
        let accounts = CameraAccounts(
            client: client, archive: parts.archive, camera: id.text,
            isKept: node.capabilities.contains(CameraAccounts.capability), unsaved: unsaved, logger: parts.logger)
        try await resume(self)
        try await accounts.releaseEnded()
        let findings = try await accounts.register().findings
        let accepted = state.withLock { state in
            state.accounts = accounts
            state.findings = (state.findings + findings).suffix(Self.findingsKept)
            return state.condition.accept()
        }
        act(on: accepted)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                try await listen(to: events, over: client) {
                    request.yield($0)
                } hearing: {
                    trouble.yield(())
                }
            }
            group.addTask { [self] in
                for await _ in troubles { if let open = openRecording { await publish(open) } }
            }
            if node.capabilities.contains(Self.switchCapability) {
                reportRecording()
                group.addTask { [self] in await report(reports, over: client) }
                group.addTask { [self] in await carryOut(requests, over: client) }
            }
            group.addTask { [self] in
                for await _ in wakes { await record(over: client, accounts) }
            }
            group.addTask {
                for await recording in ended { await accounts.releaseEnded(recording) }
            }
            group.addTask { [self] in
                for await _ in asks { try await hearAll(over: client) }
            }
            group.addTask { [self] in await keepPace(over: client) }
            defer {
                group.cancelAll()
                state.withLock { $0.open }?.disconnect()
            }
            try await group.next()
        }
    }

    private func listen(
        to events: any AsyncSequence<NumberedEvent, any Error> & Sendable, over client: any CameraConnection,
        switching: (RecordingSwitch) -> Void, hearing trouble: () -> Void
    ) async throws {
        var switched: String?
        for try await numbered in events {
            switch numbered.event {
            case .fragment(let announcement): if tell(.fragment(announcement)) { trouble() }
            case .capture(let capture): if tell(.capture(capture)) { trouble() }
            case .still(let still): hear(still, over: client)
            case .stillJob(let job): parts.moments.hear(job, of: id.text)
            case .recordingControl(let control):
                // Each change of the control repeats the request.
                guard let request = control.request, request.id != switched else { continue }
                switched = request.id
                switching(request)
            default: continue
            }
        }
        throw EndedByCamera()
    }

    /// Tells the recording in progress; returns whether that begins or ends a trouble.
    private func tell(_ input: OpenRecording.Input) -> Bool {
        guard let open = openRecording else { return false }
        open.tell(input)
        return open.isTroubleNews
    }

    private func suspend(_ error: any Error) {
        guard !Task.isCancelled else { return }
        let isDenied = (error as? Problem)?.isNotGranted == true
        let failure = isDenied ? .denied(recordingDenial) : LinkCondition.Failure(error)
        let utc = wallNanoseconds()
        let age = utc / 1_000_000_000 - (parts.peers[id]?.pairedAt ?? 0)
        let actions = state.withLock { state in
            state.isRevoked
                ? [] : state.condition.fail(failure, isJustPaired: (0..<5).contains(age), now: .now, utc: utc)
        }
        act(on: actions)
    }

    /// Keeps when the camera revoked this recorder; nil if it has not, or has not said so.
    private func noteRevocation(at time: Int64?) {
        do {
            try parts.peers.noteRevocation(by: id, at: time)
        } catch {
            parts.logger.warning("\(error)")
        }
    }

    /// Performs the actions that follow a change of the link's condition.
    private func act(on actions: [LinkCondition.Action]) {
        for action in actions {
            switch action {
            case .publish(let link): parts.events.publish(.cameraLink(named(link)))
            case .noteSilence:
                _ = parts.nursery.begin { [archive = parts.archive, camera = id.text] in
                    try? await archive.store.silence(camera: camera)
                }
            case .tellLoss(let reason, let isOrderly):
                parts.logger.log(
                    level: isOrderly ? .info : .warning, isOrderly ? "camera stopped" : "camera lost",
                    metadata: ["camera": "\(link.name ?? id.short)", "reason": "\(reason)"])
            case .noteRevocation:
                guard let refusal else { continue }
                noteRevocation(at: refusal.certainty == .said ? refusal.utc / 1_000_000_000 : nil)
                parts.logger.warning("\(Problem.revoked(byCamera: link.name ?? id.short, refusal).detail)")
            case .stayAway(let reason):
                parts.logger.debug("camera not reached", metadata: ["reason": "\(reason)"])
            }
        }
    }
}
