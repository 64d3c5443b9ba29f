// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import FoundationEssentials
package import Logging
import Pipelines
import ServiceLifecycle
import Synchronization
import SystemPackage
import Tasks
package import Transfers
package import Trust
package import Viewing
package import Wire

/// A recorder: links to cameras, an archive, and fetched stills.
package final class RecorderNode: Service {
    /// The node's id, name, role and capabilities.
    package let description: NodeDescription
    /// The node's events.
    package let events = EventFeed()
    /// The known addresses of cameras.
    package let finder: CameraFinder
    /// The fetched stills and the ones in progress.
    package let stills: StillCollector
    /// Thumbnails of the fetched stills.
    package let thumbnails: Thumbnails
    /// Movies and pictures of recordings.
    package let playback: Playback

    private let settings: RecorderSettings
    let archive: Archive
    let peers: PeerStore
    private let parts: CameraLink.Parts
    private let starter: RecordingStarter
    private let linked: Mutex<[NodeID: CameraLink]>
    private let retention: Retention
    private let disk: DiskGauge
    private let seats: ViewerSeats
    private let viewers: Viewers
    /// The series of several cameras.
    let moments: MomentBook
    private let nursery = Nursery()
    private let logger: Logger

    /// Opens the archive and repairs it after a crash; recording begins with `run()`.
    ///
    /// The cameras are the paired peers with that role.
    ///
    /// - Parameters:
    ///   - connect: prepares a connection to a camera.
    ///   - room: the disk space that stills share with files from peers; nil for space of their own.
    package convenience init(
        _ settings: RecorderSettings, as description: NodeDescription, peers: PeerStore,
        connect: @escaping CameraDialer,
        room: DiskRoom? = nil, logger: Logger
    ) async throws {
        let library = PipelineLibrary(home: settings.home)
        try await self.init(
            settings, archive: Archive(at: settings.archive), as: description, peers: peers, connect: connect,
            makeLane: { try LiveReceiver($0, library: library) }, room: room, logger: logger)
    }

    /// Creates a recorder with another archive or live lane; tests and simulations substitute their own.
    init(
        _ settings: RecorderSettings, archive: Archive, as description: NodeDescription, peers: PeerStore,
        connect: @escaping CameraDialer,
        makeLane: @escaping LiveLaneFactory, room: DiskRoom? = nil, logger: Logger
    ) async throws {
        (self.settings, self.description, self.peers, self.logger) = (settings, description, peers, logger)
        self.archive = archive
        for note in archive.store.recovery.notes {
            logger.warning("archive repaired", metadata: ["note": "\(note)"])
        }
        disk = DiskGauge(settings.archive, holding: DiskReserve(in: settings.archive))
        finder = try CameraFinder(peers: peers, manual: settings.cameras)
        stills = StillCollector(
            node: description.id, directory: settings.home.appending("files"),
            room: room ?? DiskRoom(reserveBytes: settings.reserveBytes ?? 0), events: events, nursery: nursery,
            logger: logger)
        try await stills.load()
        let library = PipelineLibrary(home: settings.home)
        let developer = StillDeveloper(library: library, program: settings.pictures)
        thumbnails = Thumbnails(of: stills, developer: developer)
        playback = Playback(of: archive, developer: developer, software: "Longshot \(description.version)")
        seats = ViewerSeats(settings.viewers)
        viewers = Viewers(ViewerProgram(home: settings.home), seats: seats, logger: logger)
        moments = MomentBook(events: events)
        parts = CameraLink.Parts(
            recorder: description, connect: connect, peers: peers, finder: finder, archive: archive,
            library: library,
            makeLane: makeLane, stills: stills, moments: moments, backfillRate: settings.backfillRate, nursery: nursery,
            viewers: viewers,
            events: events, logger: logger)
        starter = RecordingStarter(settings: settings, archive: archive, events: events, logger: logger)
        retention = Retention(settings: settings, archive: archive, logger: logger)
        linked = Mutex([:])
        for peer in peers.peers where peer.role == .camera && !peer.isRevoked { _ = link(to: peer) }
    }

    /// Runs links and recordings until shutdown, then closes the archive.
    package func run() async throws {
        let changes = peers.changes()
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in await nursery.run() }
                group.addTask { [retention] in await retention.run() }
                group.addTask { [disk] in await disk.run() }
                group.addTask { [viewers] in await viewers.run() }
                group.addTask { [self] in for await id in playback.damaged { try? await publish(id) } }
                group.addTask { [self] in
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(1))
                        for link in links { await link.keepUnconfirmed() }
                    }
                }
                // Resumes recordings first, so that a client can stop one before its camera is back.
                for link in links { try? await starter.resume(on: link) }
                for link in links { group.addTask { await link.run() } }
                for await change in changes {
                    switch change {
                    case .added(let peer) where peer.role == .camera:
                        if let link = link(to: peer) { group.addTask { await link.run() } }
                    case .revoked(let peer):
                        await linked.withLock { $0.removeValue(forKey: peer.id) }?.end()
                        for one in await abandoned() where one.camera == peer.id.text {
                            events.publish(.recording(one))
                        }
                    case .added, .changed:
                        continue
                    }
                }
            }
        }
        events.close()
        try await archive.store.close()
    }

    /// Creates a link to a camera; returns nil if it has one.
    private func link(to camera: Peer) -> CameraLink? {
        linked.withLock { linked in
            guard linked[camera.id] == nil else { return nil }
            let link = CameraLink(camera, parts: parts) { [starter] link in
                try await starter.resumeOrBegin(on: link)
            } switchRecording: { [weak self] link, isOn, pressedAt in
                try await self?.switchRecording(of: link, isOn, pressedAt)
            }
            linked[camera.id] = link
            return link
        }
    }

    /// The cameras that are connected.
    package var connected: Set<NodeID> { Set(links.filter { $0.link.phase == .connected }.map(\.id)) }

    var links: [CameraLink] { linked.withLock { $0.values.sorted { $0.id < $1.id } } }

    func links(within scope: ViewScope) -> [CameraLink] { links.filter { scope.includes($0.id.text) } }

    /// The node's state.
    ///
    /// - Parameter scope: the cameras to include; repairs of the archive are only included with all cameras.
    package func state(of scope: ViewScope = .all) async -> NodeState {
        var state = NodeState()
        let links = links(within: scope)
        (state.cameras, state.viewers) = (links.map(\.link), seats.count)
        if scope == .all {
            state.recovery = archive.store.recovery.sentences()
            let running = moments.running
            if !running.isEmpty { state.series = running }
        }
        var liveReasons: [String] = []
        let names = DistinctNames(links.map { ($0.id.text, $0.link.name ?? $0.link.address) })
        for link in links {
            guard let open = link.openRecording else { continue }
            if var description = try? await archive.description(of: open.recording.id, withSegments: false) {
                open.complete(&description)
                state.recordings.append(description)
            }
            let name = names.text(link.id.text, link.link.name ?? link.link.address)
            liveReasons += link.findings.map { "\(name): \($0)" }
            if link.link.phase != .connected {
                state.reasons.append("\(name): \(link.link.reason ?? "not connected")")
            } else if let trouble = open.trouble {
                state.reasons.append("\(name): \(trouble)")
            } else if let trouble = open.liveTrouble {
                liveReasons.append("\(name): \(trouble)")
            }
        }
        for recording in await abandoned() where scope.includes(recording.camera) {
            state.recordings.append(recording)
            state.reasons.append("\(recording.cameraName): \(recording.trouble ?? "revoked")")
        }
        if scope == .all {
            if let trouble = retention.trouble { state.reasons.append(trouble) }
            var damaged = 0
            for id in await archive.damage.recordings where (try? await archive.store.recording(id)) != nil {
                damaged += 1
            }
            if damaged > 0 {
                liveReasons.append(
                    "the footage of \(damaged.counted("recording")) is damaged or gone: the list of recordings says which, and "
                        + "`longshot verify --repair` fetches again what a camera still has")
            }
        }
        if !state.reasons.isEmpty { state.health = .red } else if !liveReasons.isEmpty { state.health = .yellow }
        state.reasons += liveReasons
        state.disk = disk.space.map { [settings] in
            DiskState(free: Int64($0.free), total: Int64($0.total), reserve: settings.reserveBytes.map(Int64.init))
        }
        return state
    }

    /// Why a recording is not stopped.
    private static let goesOn = "the recording goes on; what it cannot store stays on its camera"

    /// Whether the archive's disk is so full that its catalog may fail.
    var isDiskFull: Bool { disk.space.map(DiskReserve.isFull) ?? false }

    /// Changes the catalog; if that fails on a full disk, throws a problem 507 that says what to do.
    ///
    /// - Parameter failure: what cannot be done.
    func changing(_ failure: String, _ change: () async throws -> Void) async throws {
        do {
            try await change()
        } catch  where !(error is Problem) && isDiskFull {
            throw Problem(
                "insufficient-storage", status: 507, title: "Insufficient storage",
                detail: "the disk of \(settings.archive) is so full that \(failure) (\(error)): "
                    + "remove some MB of other files from it, and repeat the command")
        }
    }

    /// The monotonic clock and the wall clock now.
    package func clock() -> ClockReading {
        ClockReading(monotonic: monotonicNanoseconds(), utc: wallNanoseconds())
    }

    /// The links to the cameras that the caller may view.
    package func cameras(of scope: ViewScope = .all) -> [CameraLinkState] { links(within: scope).map(\.link) }

    /// Prepares for a browser that will soon ask for a camera's live video.
    package func prepareViewer(of camera: String, within scope: ViewScope = .all) throws(Problem) {
        viewers.prepare(for: try link(camera, within: scope).id.text)
    }

    /// Connects a browser to a camera's live video; returns the answer to the browser's offer.
    ///
    /// - Parameters:
    ///   - addresses: this machine's addresses, for the browser to try.
    ///   - reach: the addresses of the browser that the node may try.
    package func openViewer(
        _ offer: String, of camera: String, within scope: @escaping @Sendable () -> ViewScope, at addresses: [String],
        reaching reach: ViewerReach
    ) async throws -> Viewers.Admission {
        let id = try link(camera, within: scope()).id.text
        return try await viewers.open(offer, of: id, at: addresses, reaching: reach) { scope().includes(id) }
    }

    /// Ends a browser's connection to a camera's live video.
    package func closeViewer(_ id: String, of camera: String, within scope: ViewScope = .all) throws(Problem) {
        // A caller who may view all cameras can also end a connection whose camera was revoked.
        guard scope != .all else { return try viewers.close(id) }
        try viewers.close(id, of: try link(camera, within: scope).id.text)
    }

    /// Starts a recording; waits up to 0.6 s for the camera to accept or refuse live video.
    package func startRecording(_ request: RecordingRequest) async throws -> RecordingDescription {
        let link = try pairedLink(request.camera)
        return try await starter.start(request, on: link)
    }

    /// Starts or stops a camera's recording as a remote at the camera requests; does nothing if it is so already.
    private func switchRecording(of link: CameraLink, _ isOn: Bool, _ pressedAt: Int64?) async throws {
        let open = link.openRecording.flatMap { $0.isStopping ? nil : $0 }
        if isOn, open == nil {
            _ = try await starter.start(RecordingRequest(pressedAt: pressedAt), on: link)
        } else if !isOn, let open {
            guard !settings.continuous else {
                throw Problem.conflict("this recorder records all of its cameras, always: stop it there")
            }
            // Shorter than the camera waits for the answer.
            _ = try await stopRecording(open.recording.id, within: .seconds(5))
        }
    }

    /// Stops a recording; returns when all of it is in the archive, or after 10 s, after which backfill continues.
    ///
    /// Returns at once if the camera is away: the recording ends at this moment, and is complete once the camera is back and
    /// its spool is fetched. If the camera is no longer paired, the recording is stopped at once.
    package func stopRecording(
        _ id: String, within patience: Duration = .seconds(10)
    ) async throws -> RecordingDescription {
        guard let (link, open) = openRecording(id) else {
            let recording = try await recording(id)
            guard recording.state != .stopped else { return recording }
            if let link = links.first(where: { $0.id.text == recording.camera }) {
                try await changing(Self.goesOn) { try await archive.markStopping(id) }
                // A failed start can leave a recording without a link: the link resumes it in order to end it.
                try await starter.resume(on: link)
            } else {
                try await archive.settle(id)
            }
            return try await self.recording(id)
        }
        let isAway = link.link.phase != .connected
        if isAway { open.end() }
        try await changing(Self.goesOn) { try await archive.markStopping(open) }
        open.tell(.stop)
        await link.publish(open)
        link.reportRecording()
        if isAway { return try await recording(id) }
        // Backfill has no time limit: until it is complete, the recording is "stopping".
        _ = await open.finished.value(within: patience)
        var stopped = try await recording(id)
        if stopped.state != .stopped { open.addTrouble(to: &stopped) }
        return stopped
    }

    /// Ends a recording whose camera will not return; footage that was not fetched is recorded as missing.
    package func settleRecording(_ id: String) async throws -> RecordingDescription {
        let known = try await recording(id)
        guard known.state != .stopped else { throw Problem.conflict("\(id) is over: there is nothing to settle") }
        try await changing("not even this can be settled") {
            if let (link, open) = openRecording(id) {
                // A stop that waits for the end of a trouble may wait forever, although the camera is there.
                guard link.link.phase != .connected || known.state == .stopping && open.trouble != nil else {
                    throw Problem.conflict(
                        "the camera of \(id) is connected: stop the recording, and it is settled by itself")
                }
                try await link.keepUnconfirmed(of: open)
                open.tell(.stop)
                link.forget(open)
                open.finished.resolve(())
            }
            try await archive.settle(id)
        }
        logger.notice("recording settled without its camera", metadata: ["recording": "\(id)"])
        return try await recording(id)
    }

    /// Recordings older than the one with the id `before`, or all if it is nil; newest first.
    package func recordings(
        before: String?, limit: Int, withSegments: Bool, of scope: ViewScope = .all
    ) async throws -> [RecordingDescription] {
        let found = try await archive.descriptions(before: before, limit: limit, withSegments: withSegments) {
            scope.includes($0.camera)
        }
        let open = Dictionary(links.compactMap(\.openRecording).map { ($0.recording.id, $0) }) { $1 }
        return found.map { description in
            var description = description
            open[description.id]?.addTrouble(to: &description)
            return description
        }
    }

    /// One recording, if it is of a camera that the caller may view.
    package func recording(_ id: String, of scope: ViewScope = .all) async throws -> RecordingDescription {
        try await require(recording: id, within: scope)
        return try await archive.recording(id)
    }

    /// Throws a problem 404 unless the caller may view the recording's camera; hides whether the recording exists.
    package func require(recording id: String, within scope: ViewScope) async throws {
        guard scope != .all else { return }
        let description = try await archive.description(of: id, withSegments: false)
        guard let description, scope.includes(description.camera) else { throw Problem.noRecording(id) }
    }

    /// Retries a failed still.
    package func retryStill(_ id: String) throws(Problem) -> TransferProgress {
        let failed = try stills.failed(id)
        guard try link(failed.peer).askForStills() else {
            throw .conflict("the camera of \(id) is away: the still is fetched as soon as it is back")
        }
        return failed
    }

    /// Live video of a camera that is being recorded, as JPEG pictures, until the caller ends the stream.
    package func pictures(
        of camera: String, within scope: ViewScope = .all
    ) async throws -> AsyncStream<PreviewPicture> {
        let link = try link(camera, within: scope)
        guard link.openRecording != nil else {
            throw Problem.conflict("\(link.link.name ?? camera) is not being recorded: nothing of it arrives here")
        }
        return try link.preview.pictures()
    }
}
