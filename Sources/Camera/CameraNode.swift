// SPDX-License-Identifier: Apache-2.0
import Disk
import GStreamer
package import Logging
import Media
import Pipelines
import ServiceLifecycle
package import SystemPackage
import Tasks
package import Viewing
package import Wire

/// A camera box: one capture, its spool, its live sessions and its stills.
package final class CameraNode: Service {
    /// Who this is.
    package let description: NodeDescription
    /// What happens here.
    package let events = EventFeed()
    /// What recorders ask of its footage.
    package let footage: CameraFootage

    private let library: PipelineLibrary
    private let status: CaptureStatus
    private let spool: Spool
    private let live: LiveSessions
    private let preview: Preview
    private let screen: Screen?
    private let capture: Capture
    private let stills: StillStore
    private let thumbnails: Thumbnails
    private let jobs: StillJobs
    private let controls: CameraControls
    private let disk: DiskGauge
    private let seats: ViewerSeats
    private let viewers: Viewers
    private let nursery = Nursery()
    private let logger: Logger

    /// Opens the spool and checks the capture pipeline; nothing is captured yet.
    ///
    /// Throws what a person has to mend.
    package init(_ settings: CameraSettings, as description: NodeDescription, logger: Logger) async throws {
        (self.description, self.logger) = (description, logger)
        library = PipelineLibrary(home: settings.home)
        var settings = settings
        if settings.capture == CameraSettings.automatic {
            let choice = try await CameraDevices.choice(library)
            logger.notice("capture chosen", metadata: ["pipeline": "\(choice.pipeline)", "why": "\(choice.why)"])
            (settings.capture, settings.values) = (choice.pipeline, choice.values + settings.values)
        }
        status = CaptureStatus(pipeline: settings.capture, events: events)
        let epochs = EpochBook(home: settings.home, logger: logger)
        await epochs.load()
        let store = SpoolDisk(
            settings.spool ?? settings.home.appending("spool"), epochs: epochs, camera: description.id, logger: logger)
        try await store.open()
        disk = DiskGauge(store.directory)
        spool = Spool(
            disk: store, holds: await FootageHolds(home: settings.home, logger: logger), epochs: epochs,
            description: description, settings: settings, status: status, events: events, logger: logger)
        live = LiveSessions(library: library, nursery: nursery, status: status, logger: logger)
        footage = CameraFootage(spool: spool, live: live, status: status)
        preview = Preview(library: library, nursery: nursery, clockOffset: 0, logger: logger)
        let library = library
        screen = try settings.screen.map { try Screen($0, library: library, logger: logger) }
        let sources = StillSources(ringBytes: settings.ringBytes)
        controls = CameraControls(settings, status: status, events: events, logger: logger)
        seats = ViewerSeats(settings.viewers)
        viewers = Viewers(ViewerProgram(home: settings.home), seats: seats, logger: logger)
        let outputs: [(any AccessUnitOutput)?] = [live, preview, screen, ViewerStream(description.id, of: viewers)]
        capture = Capture(
            settings: settings, library: library,
            parts: CaptureSession.Parts(
                status: status, spool: spool, live: live, outputs: outputs.compactMap(\.self), stills: sources,
                controls: controls),
            logger: logger)
        try capture.load()
        stills = StillStore(directory: settings.home.appending("stills"))
        try await stills.load()
        let developer = StillDeveloper(library: library)
        thumbnails = Thumbnails(of: stills, developer: developer)
        let shutter = Shutter(
            sources: sources, developer: developer, store: stills, description: description, settings: settings,
            status: status, controls: controls, events: events)
        jobs = StillJobs(
            shutter: shutter, nursery: nursery, events: events, book: SeriesBook(home: settings.home, logger: logger),
            logger: logger)
    }

    /// Captures until told to shut down; then closes the fragment in progress and returns.
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
            // The last fragments are on their way to disk: cancelling now would lose them.
            while let isSpool = try await group.next(), !isSpool {}
        }
    }

    private func finish() {
        spool.close()
        live.endAll()
        viewers.shutDown()
        nursery.close()
    }

    /// How the node is.
    package func state() async -> NodeState {
        var state = NodeState()
        state.capture = status.capture
        state.counters = status.counters
        state.live = live.ids
        state.stills = jobs.shutterState
        state.disk = disk.space.map { DiskState(free: Int64($0.free), total: Int64($0.total)) }
        state.viewers = seats.count
        state.recovery = await spool.disk.repairs
        if status.capture.phase == .failed || status.capture.phase == .stopped {
            state.health = .red
            state.reasons = [status.capture.reason ?? "the capture has stopped"]
        }
        if let trouble = spool.trouble {
            state.health = .red
            state.reasons.append(trouble)
        }
        return state
    }

    /// Both clocks now.
    package func clock() -> ClockReading { MediaClock.reading() }

    /// Opens a live session towards whoever asked.
    ///
    /// From its first fragment on, the spool keeps what the recording, or a party that names none, does not acknowledge.
    package func openLive(_ request: LiveRequest, for party: LiveParty) async throws -> LiveSession {
        guard (request.recording?.utf8.count ?? 0) <= 64 else {
            throw Problem.badRequest("a recording's id has 1 to 64 bytes")
        }
        let session = try await live.open(request, for: party)
        try await footage.hold(from: session, for: request.recording, of: party.peer)
        return session
    }

    /// Nothing is held for a peer any more.
    package func forget(_ peer: String) async { await spool.holds.end(peer) }

    /// Ends the live sessions of a peer at once.
    package func endLive(of peer: String) async { live.end(of: peer) }

    /// Ends a live session of a peer, or of anybody, behind the fragment in progress.
    package func closeLive(_ id: String, for peer: String?) async throws -> LiveEnd { try live.close(id, for: peer) }

    /// Live video as JPEG pictures, until the reader goes.
    package func pictures() async throws -> AsyncStream<PreviewPicture> { try preview.pictures() }

    /// Lets a browser watch; the answer to its offer.
    ///
    /// - Parameter addresses: the addresses of this machine at which it may try.
    package func openViewer(
        _ offer: String, at addresses: [String], reaching reach: ViewerReach
    ) async throws -> Viewers.Admission {
        try await viewers.open(offer, of: description.id, at: addresses, reaching: reach)
    }

    /// Lets a browser go that watched.
    package func closeViewer(_ id: String) throws(Problem) { try viewers.close(id) }

    /// Takes on a press of the button.
    package func takeStills(_ request: StillRequest) async throws -> StillJob { try jobs.begin(request) }

    /// What a press is doing.
    package func stillJob(_ id: String) async throws -> StillJob { try jobs.job(id) }

    /// Cancels what is still to come of a press.
    package func cancelStills(job id: String) async throws -> StillJob { try jobs.cancel(id) }

    /// The stills behind an id that are to be shown, oldest first.
    package func stills(
        after id: String?, limit: Int, where isShown: @Sendable (Still) -> Bool
    ) async -> [Still] {
        stills.list(after: id, limit: limit, where: isShown)
    }

    /// A still's description.
    package func still(_ id: String) async throws -> Still { try stills.still(id) }

    /// Where a still's picture is.
    package func file(of still: String) async throws -> FilePath { try stills.path(of: still) }

    /// A still as a small JPEG, and its SHA-256 in hexadecimal.
    package func thumbnail(of still: String) async throws -> (jpeg: [UInt8], sha256: String) {
        try await thumbnails.thumbnail(of: still)
    }

    /// Deletes a still.
    package func deleteStill(_ id: String) async throws { try await stills.delete(id) }

    /// Stores that a recorder has a still; a still for recorders only goes when every paired recipient has it.
    package func confirmStill(_ id: String, by recorder: String, paired: Set<String>) async throws {
        try await stills.confirm(id, by: recorder, paired: paired)
    }

    /// Deletes the stills that waited for nothing but recorders that are not paired any more.
    package func deleteDeliveredStills(among paired: Set<String>) async {
        do {
            try await stills.deleteDelivered(among: paired)
        } catch {
            logger.error("delivered stills not deleted", metadata: ["error": "\(error)"])
        }
    }

    /// The controls of the device that gives the pictures.
    package func controlSheet() async throws -> ControlSheet { try await controls.sheet() }

    /// Changes controls on behalf of somebody.
    package func changeControls(_ change: ControlChange, by: String) async throws -> ControlSheet {
        try await controls.change(change, by: by)
    }

    /// The pipeline files that there are.
    package func pipelines() async -> [PipelineDescription] {
        let active = capture.file?.name
        return library.all().map { describe($0, active: $0.name == active) }
    }

    /// A pipeline file's text.
    package func pipelineText(_ name: String) async throws -> String {
        try named(name).text
    }

    /// A picture of a pipeline file, as SVG.
    package func pipelineGraph(_ name: String) async throws -> String {
        do {
            return try PipelineGraph(named(name)).svg
        } catch let error as GStreamerError {
            throw Problem.conflict("\(error)")
        }
    }

    /// Changes to another capture pipeline, by name.
    package func activatePipeline(_ name: String) async throws -> PipelineDescription {
        let file = try named(name)
        guard file.category == .capture else {
            throw Problem.badRequest("\"\(name)\" is no capture pipeline")
        }
        do {
            try capture.change(to: file)
        } catch {
            throw Problem.conflict(PipelineSecrets.hiding(in: "\(error)"))
        }
        return describe(file, active: true)
    }

    /// By name only: nothing that came over the network is a path.
    private func named(_ name: String) throws(Problem) -> PipelineFile {
        guard let file = library.all().first(where: { $0.name == name }) else {
            throw .notFound("there is no pipeline \"\(name)\" on this camera")
        }
        return file
    }

    private func describe(_ file: PipelineFile, active: Bool) -> PipelineDescription {
        PipelineDescription(
            name: file.name, category: file.category.rawValue, origin: file.origin.description,
            summary: file.summary, active: active, caps: active ? status.capture.caps : nil)
    }
}

extension CaptureState {
    /// What the running pipeline gives, as GStreamer writes caps; nil before the first frame.
    fileprivate var caps: String? {
        guard let codec, let width, let height else { return nil }
        let type = codec == "jpeg" ? "image/jpeg" : "video/x-\(codec)"
        return "\(type),width=\(width),height=\(height)"
    }
}
