// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import GStreamer
package import Logging
import Media
import Pipelines
import ServiceLifecycle
import SystemPackage
import Tasks
package import Viewing
package import Wire

/// A camera box: one capture, its spool, its live sessions and its stills.
package final class CameraNode: Service {
    /// The node's id, name, role and capabilities.
    package let description: NodeDescription
    /// The node's events.
    package let events = EventFeed()
    /// The footage for recorders.
    package let footage: CameraFootage
    /// Live video as JPEG pictures.
    package let preview: Preview
    /// The viewers in browsers; the stream's name is the node's id.
    package let viewers: Viewers
    /// The still jobs.
    package let jobs: StillJobs
    /// The stored stills.
    package let stills: StillStore
    /// Thumbnails of the stills.
    package let thumbnails: Thumbnails
    /// Requests to start or stop the recording.
    package let recording: RecordingRemote
    /// The controls of the capture device.
    package let controls: CameraControls
    /// The cameras that are plugged into this machine.
    package let devices: DeviceDesk
    /// The cameras on its networks.
    package let networkCameras: NetworkCameraDesk
    /// Where peers are before the camera.
    package let nearby: NearbyDesk
    /// The pipeline files.
    package var pipelines: CameraPipelines { CameraPipelines(library: library, capture: capture, status: status) }

    private let library: PipelineLibrary
    private let status: CaptureStatus
    private let spool: Spool
    private let journal: FrameJournal
    private let live: LiveSessions
    private let screen: Screen?
    private let capture: Capture
    private let disk: DiskGauge
    private let seats: ViewerSeats
    private let nursery = Nursery()
    private let logger: Logger

    /// Opens the spool and checks the capture pipeline; capturing begins with `run()`.
    ///
    /// Throws errors that a person has to fix.
    package init(_ settings: CameraSettings, as description: NodeDescription, logger: Logger) async throws {
        (self.description, self.logger) = (description, logger)
        library = PipelineLibrary(home: settings.home)
        var settings = settings
        if settings.capture == CameraSettings.automatic {
            let (choice, camera, passedOver) = try await CameraDevices.choice(library)
            logger.notice(
                "capture chosen",
                metadata: ["camera": "\(camera)", "pipeline": "\(choice.pipeline)", "why": "\(choice.why)"])
            if !passedOver.isEmpty {
                logger.notice("cameras passed over", metadata: ["why": "\(passedOver.joined(separator: "; "))"])
            }
            (settings.capture, settings.values) = (choice.pipeline, choice.values + settings.values)
        }
        status = CaptureStatus(pipeline: settings.capture, events: events)
        recording = RecordingRemote(events: events, nursery: nursery)
        let epochs = EpochBook(home: settings.home, logger: logger)
        await epochs.load()
        // A copy of the home has the same id, and other frames.
        let place = (try? FileStatus(settings.home))?.number ?? 0
        journal = FrameJournal(directory: settings.journal, name: "\(description.id)-\(place)", logger: logger)
        let store = SpoolDisk(
            settings.spool ?? settings.home.appending("spool"), epochs: epochs, camera: description.id, logger: logger
        ) { [journal] in
            let store = try await FootageStore(directory: $0)
            await journal.recover(into: store, of: description, epochs)
            return store
        }
        try await store.open()
        disk = DiskGauge(store.directory)
        spool = Spool(
            disk: store, holds: await FootageHolds(home: settings.home, logger: logger), epochs: epochs,
            description: description, settings: settings, status: status, events: events, logger: logger)
        live = LiveSessions(library: library, nursery: nursery, status: status, logger: logger)
        footage = CameraFootage(spool: spool, live: live, status: status)
        preview = Preview(library: library, nursery: nursery, clockOffset: 0, logger: logger)
        let library = library
        screen = try settings.screen.map { try Screen($0, home: settings.home, library: library, logger: logger) }
        let sources = StillSources(ringBytes: settings.ringBytes)
        controls = CameraControls(settings, status: status, events: events, logger: logger)
        seats = ViewerSeats(settings.viewers)
        viewers = Viewers(ViewerProgram(home: settings.home), seats: seats, logger: logger)
        let outputs: [(any AccessUnitOutput)?] = [live, preview, screen, ViewerStream(description.id, of: viewers)]
        capture = Capture(
            settings: settings, library: library,
            parts: CaptureSession.Parts(
                status: status, spool: spool, journal: journal, live: live, outputs: outputs.compactMap(\.self),
                stills: sources, controls: controls),
            logger: logger)
        try capture.load()
        networkCameras = NetworkCameraDesk(home: settings.home)
        devices = DeviceDesk(
            home: settings.home, pipelines: CameraPipelines(library: library, capture: capture, status: status),
            preview: preview)
        stills = StillStore(directory: settings.home.appending("stills"), logger: logger)
        try await stills.load()
        let developer = StillDeveloper(library: library)
        thumbnails = Thumbnails(of: stills, developer: developer)
        let lenses = LensBook(home: settings.home, status: status, logger: logger) { [controls] in
            try? await controls.sheet()
        }
        nearby = NearbyDesk(
            isPermitted: settings.isNearbyPermitted,
            instrument: TagCamera(sources: sources, developer: developer, lenses: lenses), lenses: lenses,
            nursery: nursery)
        let shutter = Shutter(
            sources: sources, developer: developer, store: stills, description: description, settings: settings,
            status: status, controls: controls, events: events,
            footage: SpoolFrames(spool: spool, status: status, preview: preview))
        jobs = StillJobs(
            shutter: shutter, nursery: nursery, events: events, book: SeriesBook(home: settings.home, logger: logger),
            logger: logger)
    }

    /// Captures until shutdown, then closes the fragment in progress and returns.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { [self] in
                await spool.run()
                return true
            }
            group.addTask { [self] in
                await nursery.run()
                return false
            }
            if let screen {
                group.addTask {
                    await screen.run()
                    return false
                }
            }
            group.addTask { [disk] in
                await disk.run()
                return false
            }
            group.addTask { [jobs] in
                await jobs.resume()
                return false
            }
            group.addTask { [self] in
                try await live.expire()
                return false
            }
            group.addTask { [self] in
                try await capture.watch()
                return false
            }
            group.addTask { [viewers] in
                await viewers.run()
                return false
            }
            defer { events.close() }
            defer { group.cancelAll() }
            do {
                try await withGracefulShutdownHandler {
                    try await capture.run()
                } onGracefulShutdown: { [capture] in
                    capture.stop()
                }
            } catch {
                finish()
                throw error
            }
            finish()
            // The spool is still writing the last fragments: cancelling now would lose them.
            while let isSpool = try await group.next(), !isSpool {}
            journal.remove()
        }
    }

    private func finish() {
        spool.close()
        live.endAll()
        viewers.shutDown()
        nursery.close()
    }

    /// The node's state.
    package func state() async -> NodeState {
        var state = NodeState()
        state.capture = status.capture
        state.counters = status.counters
        if spool.epochs.wasKilled {
            state.counters?.isUncounted = true
            state.counters?.atMost = spool.epochs.mostUncounted
        }
        (state.live, state.recordingControl) = (live.ids, recording.control)
        state.stills = jobs.shutterState
        state.disk = disk.space.map { DiskState(free: Int64($0.free), total: Int64($0.total)) }
        state.viewers = seats.count
        if nearby.count > 0 { state.ranging = nearby.count }
        state.recovery = await spool.disk.repairs
        let present = status.capture
        switch present.phase {
        case .failed, .stopped:
            (state.health, state.reasons) = (.red, [present.reason ?? "the capture has stopped"])
        case .starting:
            // A capture that fails again and again is in this phase most of the time.
            if let failure = capture.failure { (state.health, state.reasons) = (.red, [failure]) }
        case .running:
            if let reason = present.reason {
                state.reasons = ["an edited pipeline is refused, and the old one runs on: \(reason)"]
            }
            let lateness = status.lateness
            if lateness > present.longestLateness { state.reasons.append(CaptureState.words(lateness: lateness)) }
            if !state.reasons.isEmpty { state.health = .yellow }
        }
        if let trouble = spool.trouble {
            state.health = .red
            state.reasons.append(trouble)
        }
        return state
    }

    /// The monotonic clock and the wall clock now.
    package func clock() -> ClockReading { MediaClock.reading() }

    /// Ends everything that a peer had open when its session was over.
    package func endSession(of peer: String) {
        footage.endLive(of: peer)
        recording.leave(peer)
    }

    /// Ends all holds of a peer that was revoked, and its recordings.
    package func forget(_ peer: String) async {
        recording.forget(peer)
        await spool.holds.end(peer)
    }

    /// Deletes stills that only waited for recorders that are no longer paired.
    package func deleteDeliveredStills(among paired: Set<String>) async {
        do {
            try await stills.deleteDelivered(among: paired)
        } catch {
            logger.error("delivered stills not deleted", metadata: ["error": "\(error)"])
        }
    }
}
