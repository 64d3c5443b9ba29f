// SPDX-License-Identifier: Apache-2.0
import Footage
import FoundationEssentials
import GStreamer
package import Logging
import Pipelines
import ServiceLifecycle
import Synchronization
import SystemPackage
package import Trust
package import Wire

/// A recorder: links to cameras, an archive, and the stills that were fetched.
package final class RecorderNode: Service {
    /// Who this is.
    package let description: NodeDescription
    /// What happens here.
    package let events = EventFeed()
    /// Where cameras are looked for.
    package let finder: CameraFinder

    private let settings: RecorderSettings
    private let archive: Archive
    private let peers: PeerStore
    private let parts: CameraLink.Parts
    private let starter: RecordingStarter
    private let linked: Mutex<[NodeID: CameraLink]>
    private let stills: StillCollector
    private let retention: Retention
    private let nursery = Nursery()
    private let logger: Logger

    /// Opens the archive and repairs what a crash left; nothing is recorded yet.
    ///
    /// Its cameras are the peers of that role.
    package init(
        _ settings: RecorderSettings, as description: NodeDescription, identity: NodeIdentity, peers: PeerStore,
        logger: Logger
    ) async throws {
        (self.settings, self.description, self.peers, self.logger) = (settings, description, peers, logger)
        archive = try await Archive(at: settings.archive)
        finder = try CameraFinder(peers: peers, manual: settings.cameras)
        stills = StillCollector(
            node: description.id, directory: settings.home.appending("files"), events: events, nursery: nursery,
            logger: logger)
        parts = CameraLink.Parts(
            identity: identity, peers: peers, finder: finder, archive: archive,
            library: PipelineLibrary(home: settings.home), stills: stills,
            backfillRate: settings.backfillRate, events: events, logger: logger)
        starter = RecordingStarter(settings: settings, archive: archive, events: events, logger: logger)
        retention = Retention(settings: settings, archive: archive, logger: logger)
        linked = Mutex([:])
        for peer in peers.peers where peer.role == .camera && !peer.isRevoked { _ = link(to: peer) }
    }

    /// Keeps links and recordings going until told to shut down; open files are closed.
    package func run() async throws {
        let changes = peers.changes()
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in await nursery.run() }
                group.addTask { [retention] in await retention.run() }
                group.addTask { [self] in
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(1))
                        for link in links { await link.keepUnconfirmed() }
                    }
                }
                for link in links { group.addTask { await link.run() } }
                for await change in changes {
                    switch change {
                    case .added(let peer) where peer.role == .camera:
                        if let link = link(to: peer) { group.addTask { await link.run() } }
                    case .revoked(let peer):
                        await linked.withLock { $0.removeValue(forKey: peer.id) }?.end()
                    case .added, .changed:
                        continue
                    }
                }
            }
        }
        events.close()
        try await archive.store.close()
    }

    /// A link to a camera that had none.
    private func link(to camera: Peer) -> CameraLink? {
        linked.withLock { linked in
            guard linked[camera.id] == nil else { return nil }
            let link = CameraLink(camera, parts: parts) { [starter] link, camera in
                await starter.resume(on: link, camera: camera)
            }
            linked[camera.id] = link
            return link
        }
    }

    private var links: [CameraLink] { linked.withLock { $0.values.sorted { $0.id < $1.id } } }

    /// How the node is.
    package func state() async -> NodeState {
        var state = NodeState()
        state.cameras = links.map(\.link)
        for link in links {
            guard let open = link.openRecording else { continue }
            if var description = try? await archive.description(of: open.recording.id, withSegments: false) {
                open.complete(&description)
                state.recordings.append(description)
            }
            let name = link.link.name ?? link.link.address
            if link.link.phase != .connected {
                state.reasons.append("\(name): \(link.link.reason ?? "not connected")")
            } else if let trouble = open.trouble {
                state.reasons.append("\(name): \(trouble)")
            }
        }
        if !state.reasons.isEmpty { state.health = .red }
        return state
    }

    /// Spares a recording from whatever deletes old footage, or no longer.
    package func lockRecording(_ id: String, _ isLocked: Bool) async throws {
        try await archive.lock(id, isLocked)
    }

    /// Deletes a recording that is over and not locked.
    package func deleteRecording(_ id: String) async throws {
        let recording = try await recording(id)
        guard recording.state == .stopped else { throw Problem.conflict("\(id) goes on: stop it first") }
        guard !recording.isLocked else { throw Problem.conflict("\(id) is locked: unlock it first") }
        try await archive.store.delete(recording: id)
    }

    /// Both clocks now.
    package func clock() -> ClockReading {
        ClockReading(monotonic: monotonicNanoseconds(), utc: wallNanoseconds())
    }

    /// The links to cameras.
    package func cameras() async -> [CameraLinkState] { links.map(\.link) }

    /// Starts a recording; returns when live video has been agreed on, or after 3 s of waiting for the camera.
    package func startRecording(_ request: RecordingRequest) async throws -> RecordingDescription {
        let link = try link(request.camera)
        return try await starter.start(request, on: link)
    }

    /// Stops a recording; returns when all of it is in the archive, or after 10 s, and then goes on.
    ///
    /// While the camera is away it returns at once, and the recording ends when the camera is back.
    package func stopRecording(_ id: String) async throws -> RecordingDescription {
        guard let link = links.first(where: { $0.openRecording?.recording.id == id }), let open = link.openRecording
        else { return try await recording(id) }
        open.tell(.stop)
        try await archive.markStopping(id)
        if link.link.phase != .connected {
            // What the camera holds in its spool still belongs to the recording: it ends when the camera is back.
            return try await recording(id)
        }
        // What is still to be fetched is fetched, however long it takes: until then the recording is "stopping".
        _ = await open.finished.value(within: .seconds(10))
        return try await recording(id)
    }

    /// All recordings, newest first.
    package func recordings(limit: Int) async throws -> [RecordingDescription] {
        try await archive.descriptions(limit: limit)
    }

    /// One recording.
    package func recording(_ id: String) async throws -> RecordingDescription {
        guard let description = try await archive.description(of: id) else {
            throw Problem.notFound("there is no recording \(id): `longshot recordings` lists them")
        }
        return description
    }

    /// Files that were fetched, or are being fetched.
    package func files() async -> [TransferProgress] { stills.list }

    private func link(_ camera: String?) throws(Problem) -> CameraLink {
        if let camera {
            let named = links.first { link in
                [link.link.camera, link.link.name, link.link.address].contains(camera)
            }
            guard let named else {
                throw .notFound("this recorder knows no camera \"\(camera)\": pair them with `longshot pair`")
            }
            return named
        }
        guard let only = links.first, links.count == 1 else {
            throw .badRequest(
                links.isEmpty
                    ? "this recorder has no camera: pair them with `longshot pair`"
                    : "this recorder has \(links.count) cameras: say which one")
        }
        return only
    }
}
