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
        var condition: LinkCondition
        var open: OpenRecording?
        var wake: AsyncStream<Void>.Continuation?
        /// Asks the camera for its stills once more.
        var ask: AsyncStream<Void>.Continuation?
        /// Lets the session go on when the link is made again.
        var token: String?
        /// What the camera of this connection can be asked about its epochs; nil without a connection.
        var accounts: CameraAccounts?
        /// What is odd about the camera's epochs.
        var findings: [String] = []
    }

    /// What a recorder relies on.
    private static let needs = ["archive-lane", "stills"]
    /// How many oddities of the camera's epochs are kept.
    private static let findingsKept = 16

    /// Which camera.
    let id: NodeID
    /// What it sees, for who looks.
    let preview: Preview
    let parts: Parts
    private let dialling: CameraDialling
    private let unsaved = UnsavedAccounts()
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
        state = Mutex(State(condition: LinkCondition(link)))
        (self.parts, self.resume) = (parts, resume)
        dialling = CameraDialling(id, peers: parts.peers, finder: parts.finder, connect: parts.connect)
        preview = Preview(library: parts.library, nursery: parts.nursery, clockOffset: nil, logger: parts.logger)
    }

    /// How the link is.
    var link: CameraLinkState { state.withLock { $0.condition.link } }

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
        guard let ask = state.withLock({ $0.condition.link.phase == .connected ? $0.ask : nil }) else { return false }
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
        while let (client, node) = await dialling.reach(orElse: { [self] in suspend($0) }) {
            do {
                try await talk(to: node, over: client)
            } catch {
                suspend(error)
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
        await dialling.leave()
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
        await dialling.end()
    }

    private func talk(to node: NodeDescription, over client: any CameraConnection) async throws {
        let ticket = try await client.beginSession(token: state.withLock { $0.token }, needs: Self.needs)
        state.withLock { $0.token = ticket.token }
        // Who the camera is, its key has shown. What it says of itself is a label at most.
        let name = (try? PeerName(node.name)) ?? parts.peers[id]?.name
        act(on: state.withLock { $0.condition.connect(as: name?.text, at: client.place) })
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (asks, ask) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { ($0.wake, $0.ask) = (wake, ask) }
        wake.yield(())
        ask.yield(())
        // Events first: what happens while the rest is read is not missed.
        let events = try await client.happenings()
        let accounts = CameraAccounts(
            client: client, archive: parts.archive, camera: id.text,
            isKept: node.capabilities.contains(CameraAccounts.capability), unsaved: unsaved, logger: parts.logger)
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

    private func suspend(_ error: any Error) {
        guard !Task.isCancelled else { return }
        act(on: state.withLock { $0.condition.fail(LinkCondition.Failure(error), now: .now) })
    }

    /// Does what follows from a change of the link's condition.
    private func act(on actions: [LinkCondition.Action]) {
        for action in actions {
            switch action {
            case .publish(let link): parts.events.publish(.cameraLink(link))
            case .noteSilence(let reason):
                _ = parts.nursery.begin { [archive = parts.archive, camera = id.text] in
                    try? await archive.store.silence(camera: camera)
                }
                parts.logger.warning("camera lost", metadata: ["reason": "\(reason)"])
            case .stayAway(let reason):
                parts.logger.debug("camera not reached", metadata: ["reason": "\(reason)"])
            }
        }
    }
}

/// The camera has ended its events: it stops.
private struct Goodbye: Error {}

extension LinkCondition.Failure {
    /// What an error says of a link.
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case is Goodbye: .goodbye
            case let error as any CameraConnectionError where error.isNotPaired: .revoked("\(error)")
            case let problem as Problem where problem.isStaleSession: .replaced("\(problem)")
            default: .broken("\(error)")
            }
    }
}
