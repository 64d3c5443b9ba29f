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

/// A recorder's link to one camera: made again whenever it breaks, without a person.
final class CameraLink: Sendable {
    /// What a link needs of its recorder.
    struct Parts: Sendable {
        let connect: CameraDialer
        let peers: PeerStore
        let finder: CameraFinder
        let archive: Archive
        let library: PipelineLibrary
        let makeLane: LiveLaneFactory
        let stills: StillCollector
        let backfillRate: Int?
        let nursery: Nursery
        let viewers: Viewers
        let events: EventFeed
        let logger: Logger
    }

    private struct State {
        var link: CameraLinkState
        var open: OpenRecording?
        var wake: AsyncStream<Void>.Continuation?
        /// Asks the camera for its stills once more.
        var ask: AsyncStream<Void>.Continuation?
        /// One for each address that was tried: what is being fetched over one goes on when the link is made again.
        var clients: [NodeAddress: (certificate: PinnedCertificate, connection: any CameraConnection)] = [:]
        var isOver = false
        /// Lets the session go on when the link is made again.
        var token: String?
        var suspendedSince: ContinuousClock.Instant?
        /// What the camera of this connection can be asked about its epochs; nil without a connection.
        var accounts: CameraAccounts?
        /// What is odd about the camera's epochs.
        var findings: [String] = []
    }

    /// What a recorder relies on.
    private static let needs = ["archive-lane", "stills"]
    /// How soon the next attempt to reach a camera begins, and how many there may be at once.
    private static let (pace, attempts) = (Duration.milliseconds(400), 6)
    /// How long a camera keeps the session of a link that is gone.
    private static let patience = Duration.seconds(600)
    /// How many oddities of the camera's epochs are kept.
    private static let findingsKept = 16

    /// Which camera.
    let id: NodeID
    /// What it sees, for who looks.
    let preview: Preview
    private let parts: Parts
    private let resume: @Sendable (CameraLink) async -> Void
    private let state: Mutex<State>

    /// - Parameter resume: called whenever the camera has answered, to find the recording that is to go on.
    init(
        _ camera: Peer, parts: Parts,
        resume: @escaping @Sendable (CameraLink) async -> Void
    ) {
        id = camera.id
        var link = CameraLinkState(address: camera.addresses.first?.description ?? "")
        (link.camera, link.name) = (camera.id.text, camera.name.text)
        state = Mutex(State(link: link))
        (self.parts, self.resume) = (parts, resume)
        preview = Preview(library: parts.library, nursery: parts.nursery, clockOffset: nil, logger: parts.logger)
    }

    /// How the link is.
    var link: CameraLinkState { state.withLock { $0.link } }

    /// The recording that goes on.
    var openRecording: OpenRecording? { state.withLock { $0.open } }

    /// Begins, or goes on with, a recording; false when there is one already.
    func record(_ open: OpenRecording) -> Bool {
        let (isNew, wake) = state.withLock { state in
            guard state.open == nil else { return (false, state.wake) }
            state.open = open
            return (true, state.wake)
        }
        wake?.yield(())
        return isNew
    }

    /// What is odd about the camera's epochs, in sentences.
    var findings: [String] { state.withLock { $0.findings } }

    /// What the camera can be asked about its epochs; nil while it is away, or if it keeps no accounts.
    var accounts: CameraAccounts? {
        state.withLock { state in state.accounts.flatMap { $0.isKept ? $0 : nil } }
    }

    /// Asks the camera for its stills once more, to fetch those that are missing; false while there is no link to it.
    func askForStills() -> Bool {
        guard let ask = state.withLock({ $0.link.phase == .connected ? $0.ask : nil }) else { return false }
        ask.yield(())
        return true
    }

    /// Takes a recording out that has ended.
    func forget(_ open: OpenRecording) {
        state.withLock { state in
            if state.open === open { state.open = nil }
        }
    }

    /// Connects, again and again, until cancelled or ended.
    func run() async {
        while let (client, node) = await reach() {
            do {
                try await talk(to: node, over: client)
            } catch {
                suspend(error)
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
        for client in state.withLock({ $0.clients.values.map(\.connection) }) {
            // Not cancelled with us: the camera need not wait for a recorder that has ended.
            await Task { try? await client.endSession() }.value
            await client.shutdown()
        }
    }

    /// Keeps what came live of a fragment that is not announced within 3 s of the link's end: the camera may be gone.
    func keepUnconfirmed() async {
        let horizon = ContinuousClock.now - .seconds(3)
        guard let open = openRecording, let frames = open.takeUnannounced(where: { $0.since < horizon }) else { return }
        do {
            try await parts.archive.keep(frames, of: open.recording.id)
            parts.logger.info("unannounced frames kept", metadata: ["frames": "\(frames.units.count)"])
        } catch {
            parts.logger.error("unannounced frames not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Ends the link for good: the camera is no peer any more.
    func end() async {
        let clients = state.withLock { state in
            state.isOver = true
            return state.clients.values.map(\.connection)
        }
        for client in clients { await client.shutdown() }
    }

    /// What becomes of an attempt, and that it is time for another one.
    private enum Outcome {
        case reached(any CameraConnection, NodeDescription)
        case failed(any Error)
        case due
    }

    /// Tries until the camera answers; nil when the link is not wanted any more.
    ///
    /// A link that drops everything is back at any moment: an attempt under way may have lost its only packet, so that it is
    /// not waited for before the next one.
    private func reach() async -> (any CameraConnection, NodeDescription)? {
        await withTaskGroup(of: Outcome.self) { group in
            defer { group.cancelAll() }
            var underWay = 0
            group.addTask { .due }
            while let outcome = await group.next(), !Task.isCancelled, !state.withLock(\.isOver) {
                switch outcome {
                case .reached(let client, let node): return (client, node)
                case .failed(let error):
                    underWay -= 1
                    suspend(error)
                case .due:
                    if underWay < Self.attempts {
                        underWay += 1
                        group.addTask { [self] in
                            do {
                                let (client, node) = try await attempt()
                                return .reached(client, node)
                            } catch {
                                return .failed(error)
                            }
                        }
                    }
                    group.addTask {
                        try? await Task.sleep(for: Self.pace)
                        return .due
                    }
                }
            }
            return nil
        }
    }

    /// Tries each address until the camera answers with its own certificate.
    private func attempt() async throws -> (any CameraConnection, NodeDescription) {
        guard let peer = parts.peers[id], !peer.isRevoked else { throw TrustError.unknownPeer(id) }
        var failure: any Error = Problem.notFound(
            "\(peer.name) has not been found on the network: start it, or say where it is with --camera HOST:PORT")
        for address in parts.finder.addresses(of: id) {
            do {
                let client = try client(address, peer.certificate)
                client.leaveSession()
                let node = try await client.node()
                guard node.role == .camera else {
                    throw Problem.conflict("\(address) is a \(node.role.rawValue), not a camera")
                }
                parts.finder.reached(id, at: address)
                return (client, node)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func client(_ address: NodeAddress, _ certificate: PinnedCertificate) throws -> any CameraConnection {
        if let (known, client) = state.withLock({ $0.clients[address] }), known == certificate { return client }
        let client = try parts.connect(address, certificate)
        state.withLock { $0.clients[address] = (certificate, client) }
        return client
    }

    private func talk(to node: NodeDescription, over client: any CameraConnection) async throws {
        let ticket = try await client.beginSession(token: state.withLock { $0.token }, needs: Self.needs)
        state.withLock { ($0.token, $0.suspendedSince) = (ticket.token, nil) }
        // Who the camera is, its key has shown. What it says of itself is a label at most.
        let name = (try? PeerName(node.name)) ?? parts.peers[id]?.name
        change { link in
            (link.phase, link.name, link.reason) = (.connected, name?.text ?? link.name, nil)
            link.address = client.place
        }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (asks, ask) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { ($0.wake, $0.ask) = (wake, ask) }
        wake.yield(())
        ask.yield(())
        // Events first: what happens while the rest is read is not missed.
        let events = try await client.happenings()
        let accounts = CameraAccounts(
            client: client, archive: parts.archive, camera: id.text,
            isKept: node.capabilities.contains(CameraAccounts.capability), logger: parts.logger)
        await resume(self)
        try await accounts.release(allBut: openRecording?.recording.id)
        let findings = try await accounts.register().findings
        state.withLock { state in
            state.accounts = accounts
            state.findings = (state.findings + findings).suffix(Self.findingsKept)
        }
        defer { state.withLock { $0.accounts = nil } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in try await listen(to: events, over: client) }
            group.addTask { [self] in
                for await _ in wakes { await record(over: client, accounts) }
            }
            group.addTask { [self] in
                for await _ in asks {
                    for still in try await client.allStills() {
                        parts.stills.collect(
                            still, from: CameraStills(camera: id.text, client: client),
                            announcedAt: monotonicNanoseconds())
                    }
                }
            }
            defer {
                group.cancelAll()
                state.withLock { $0.open }?.disconnect()
            }
            try await group.next()
        }
    }

    private func listen(
        to events: any AsyncSequence<NumberedEvent, any Error> & Sendable, over client: any CameraConnection
    ) async throws {
        for try await numbered in events {
            switch numbered.event {
            case .fragment(let announcement): openRecording?.tell(.fragment(announcement))
            case .capture(let capture): openRecording?.tell(.capture(capture))
            case .still(let still):
                parts.stills.collect(
                    still, from: CameraStills(camera: id.text, client: client), announcedAt: monotonicNanoseconds())
            default: continue
            }
        }
        throw Goodbye()
    }

    /// Records for as long as there is something to record and a link to record over.
    private func record(over client: any CameraConnection, _ accounts: CameraAccounts) async {
        var failures = 0
        let stream = ViewerStream(id.text, of: parts.viewers)
        while let open = openRecording, !Task.isCancelled {
            let session = RecordingSession(
                open: open, client: client, accounts: accounts, archive: parts.archive,
                makeLane: parts.makeLane, preview: preview, backfillRate: parts.backfillRate, nursery: parts.nursery,
                publish: { [self] in await publish($0) },
                outputs: [preview, stream], logger: parts.logger)
            // People must not take for live what stands still.
            defer { stream.end() }
            do {
                if case .finished = try await session.run() { return await finish(open, accounts) }
                failures = 0
                if open.isStopping, openRecording !== open { return }
            } catch is CancellationError where Task.isCancelled {
                // The link or the node ends: nothing was interrupted.
                return
            } catch {
                failures += 1
                await report(error, of: open)
                // Without live video, what the spool holds is fetched all the same, and longer with each failure.
                let patience = Duration.milliseconds(min(30_000, 250 << min(failures, 7)))
                if failures > 1, case .finished? = try? await session.fetch(for: patience) {
                    return await finish(open, accounts)
                }
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Logs why a session broke, and publishes it when that is news.
    private func report(_ error: any Error, of open: OpenRecording) async {
        guard !(error is LiveLaneError) else {
            return parts.logger.notice("live video is opened anew", metadata: ["reason": "\(error)"])
        }
        parts.logger.warning("recording interrupted", metadata: ["error": "\(error)"])
        if open.complain("\(error)") { await publish(open) }
    }

    /// Closes a recording: its files, its row, its place.
    private func finish(_ open: OpenRecording, _ accounts: CameraAccounts) async {
        do {
            _ = try await parts.archive.store.stop(recording: open.recording.id, at: wallNanoseconds())
        } catch {
            parts.logger.error("recording not closed", metadata: ["error": "\(error)"])
        }
        // All accounts once more: how the recording's epochs ended is what verification goes by.
        _ = try? await accounts.register()
        try? await accounts.release(allBut: nil)
        forget(open)
        open.finished.resolve(())
        await publish(open)
    }

    /// Publishes how a recording is.
    private func publish(_ open: OpenRecording) async {
        guard var description = try? await parts.archive.description(of: open.recording.id, withSegments: false) else {
            return
        }
        open.complete(&description)
        parts.events.publish(.recording(description))
    }

    private func suspend(_ error: any Error) {
        guard !Task.isCancelled else { return }
        let since = state.withLock { state in
            state.suspendedSince = state.suspendedSince ?? .now
            return state.suspendedSince ?? .now
        }
        let (phase, reason): (LinkPhase, String) =
            switch error {
            case is Goodbye: (.lost, "ended: the camera said goodbye")
            case let error as any CameraConnectionError where error.isNotPaired: (.lost, "revoked: \(error)")
            case let problem as Problem where problem.isStaleSession: (.lost, "replaced: \(problem)")
            case _ where .now - since > Self.patience: (.lost, "timed out: \(error)")
            default: (.suspended, "\(error)")
            }
        let wasConnected = link.phase == .connected
        change { link in
            // What a goodbye says is worth more than that nobody answers afterwards.
            guard link.phase != .lost || phase == .lost else { return }
            (link.phase, link.reason) = (phase, reason)
        }
        if wasConnected {
            _ = parts.nursery.begin { [archive = parts.archive, camera = id.text] in
                try? await archive.store.silence(camera: camera)
            }
            parts.logger.warning("camera lost", metadata: ["reason": "\(reason)"])
        } else {
            parts.logger.debug("camera not reached", metadata: ["reason": "\(reason)"])
        }
    }

    private func change(_ body: (inout CameraLinkState) -> Void) {
        let changed: CameraLinkState? = state.withLock { state in
            let before = state.link
            body(&state.link)
            return state.link == before ? nil : state.link
        }
        if let changed { parts.events.publish(.cameraLink(changed)) }
    }
}

/// The camera has ended its events: it stops.
private struct Goodbye: Error {}
