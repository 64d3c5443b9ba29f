// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import GStreamer
import Logging
import Synchronization
import SystemPackage
import Viewing
import Wire

/// Fetches the stills that are to be kept on the recorder: resumed where they stopped, shown when they are whole.
///
/// A few at a time of each camera, so that a backlog starves neither footage nor events.
final class StillCollector: Sendable {
    /// A camera's stills, and how it is reached at the moment.
    fileprivate struct Lane {
        var source: any StillSource
        var backlog = StillBacklog()
    }

    fileprivate struct State {
        var transfers: [String: TransferProgress] = [:]
        /// By the camera's node id.
        var lanes: [String: Lane] = [:]
    }

    private let node: String
    private let directory: FilePath
    private let records: StillRecords
    private let events: EventFeed
    private let nursery: Nursery
    private let pauses: ClosedRange<Duration>
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - node: the id of the recorder that collects.
    ///   - pauses: the first and the longest pause before a camera is tried again.
    init(
        node: String, directory: FilePath, events: EventFeed, nursery: Nursery,
        pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(5)), logger: Logger
    ) {
        (self.node, self.directory, self.events) = (node, directory, events)
        records = StillRecords(beside: directory)
        (self.nursery, self.pauses, self.logger) = (nursery, pauses, logger)
    }

    /// Finds what an earlier life of the node has fetched.
    func load() async throws {
        for still in try await records.load() { state.withLock { $0.transfers[still.id] = still } }
    }

    /// All transfers, oldest first.
    var list: [TransferProgress] {
        state.withLock { Array($0.transfers.values) }.sorted { IDOrder.precedes($0.id, $1.id) }
    }

    /// Deletes a still that was fetched; it is not fetched again.
    func delete(_ id: String) async throws {
        let known = try known(id)
        guard known.phase == .received, let path = known.path.map({ FilePath($0) }), let name = path.lastComponent
        else {
            throw Problem.conflict("\(id) is \(known.phase.rawValue): only what was received can be deleted")
        }
        update(id) { ($0.phase, $0.problem) = (.cancelled, "it was deleted") }
        if let deleted = self[id] { try await records.keep(deleted) }
        try await WholeFiles(directory: path.removingLastComponent()).remove(name.string)
        try await records.dropThumbnail(of: id)
    }

    /// A still that could not be fetched; throws for any other.
    func failed(_ id: String) throws(Problem) -> TransferProgress {
        let known = try known(id)
        guard known.phase == .failed else {
            throw .conflict("\(id) is \(known.phase.rawValue): only what has failed can be tried again")
        }
        return known
    }

    private func known(_ id: String) throws(Problem) -> TransferProgress {
        guard let known = self[id] else { throw .notFound("there is no still \(id) on this recorder") }
        return known
    }

    private subscript(id: String) -> TransferProgress? { state.withLock { $0.transfers[id] } }

    /// A still was taken, or found on a camera that came back: fetches it if it is meant for the recorder.
    ///
    /// What waits for this camera is fetched from `source` from now on: the camera may be elsewhere than before.
    func collect(_ still: Still, from source: any StillSource, announcedAt: Int64) {
        guard still.isFor(node) else { return }
        let camera = source.camera
        let begins = state.withLock { state in
            // Not `still.camera`: what a camera says of itself must not reach into the lane of another.
            var lane = state.lanes[camera] ?? Lane(source: source)
            lane.source = source
            let isMissing = state.lacks(still)
            if isMissing { state.transfers[still.transferID] = TransferProgress(waiting: still) }
            if isMissing || state.owesReceipt(for: still, node) {
                lane.backlog.add(StillBacklog.Job(still, announcedAt: announcedAt))
            }
            let begins = lane.backlog.hire()
            state.lanes[camera] = lane
            return begins
        }
        if begins, !nursery.begin({ [self] in await work(on: camera) }) { leave(camera) }
    }

    /// Fetches one still of a camera after the other, until none waits.
    private func work(on camera: String) async {
        var pause = pauses.lowerBound
        while let (job, source) = next(of: camera) {
            do {
                try await settle(job.still, from: source, announcedAt: job.announcedAt)
                state.withLock { $0.lanes[camera]?.backlog.finish(job) }
                pause = pauses.lowerBound
            } catch {
                guard !Task.isCancelled else { return leave(camera) }
                guard (error as? ControlClientError)?.isTransient == true else {
                    state.withLock { $0.lanes[camera]?.backlog.finish(job) }
                    note(error, on: job.still, isFinal: true)
                    continue
                }
                let isThere = await source.isThere()
                let verdict = state.withLock { $0.lanes[camera]?.backlog.putBack(job, isCameraThere: isThere) }
                // The link itself says that a camera is away.
                note(error, on: job.still, isFinal: verdict != .again, level: isThere ? .warning : .debug)
                guard (try? await Task.sleep(for: pause)) != nil else { return leave(camera) }
                pause = min(pause * 2, pauses.upperBound)
            }
        }
    }

    private func next(of camera: String) -> (StillBacklog.Job, any StillSource)? {
        state.withLock { state in
            guard let job = state.lanes[camera]?.backlog.next(), let source = state.lanes[camera]?.source else {
                return nil
            }
            return (job, source)
        }
    }

    private func leave(_ camera: String) {
        state.withLock { $0.lanes[camera]?.backlog.leave() }
    }

    /// Fetches a still that is not here, and confirms it.
    private func settle(_ still: Still, from source: any StillSource, announcedAt: Int64) async throws {
        if self[still.transferID]?.isStored != true {
            try await fetch(still, from: source, announcedAt: announcedAt)
        }
        guard let stored = self[still.transferID], stored.isStored else { return }
        guard still.needsReceipt(from: node) else {
            // Without the record the next life of the node asks the camera again.
            try? await records.keep(stored)
            return
        }
        // With the receipt the camera may delete the still: then the record is all that the next life has to know it by.
        try await records.keep(stored)
        try await source.confirm(still)
    }

    private func fetch(_ still: Still, from source: any StillSource, announcedAt: Int64) async throws {
        let id = still.transferID
        // The camera's names are labels: only the last component counts, and never a hidden one.
        guard
            let folder = FilePath.Component(still.camera), folder.kind == .regular,
            let name = FilePath.Component(still.name), name.kind == .regular, !still.name.hasPrefix(".")
        else { throw Problem.conflict("the camera gave a name that is no file name") }
        let target = directory.appending(folder).appending(name)
        try await WholeFiles(directory: directory.appending(folder)).makeDirectory()
        try await source.fetch(still, to: target) { bytes in
            self.update(id) { ($0.phase, $0.bytes) = (.transferring, bytes) }
        }
        let elapsed = Double(monotonicNanoseconds() - announcedAt) / 1e6
        update(id) { progress in
            (progress.phase, progress.bytes, progress.problem) = (.received, still.bytes, nil)
            (progress.milliseconds, progress.path) = (elapsed, target.string)
        }
    }

    /// Shows and logs why a still was not fetched, or was fetched and not confirmed.
    private func note(_ error: any Error, on still: Still, isFinal: Bool, level: Logger.Level = .warning) {
        let words: Logger.Metadata = ["still": "\(still.id)", "error": "\(error)"]
        if self[still.transferID]?.isStored == true {
            logger.log(level: level, "still not confirmed", metadata: words)
        } else {
            logger.log(level: level, "still not fetched", metadata: words)
            update(still.transferID) { ($0.phase, $0.problem) = (isFinal ? .failed : .suspended, "\(error)") }
        }
    }

    private func update(_ id: String, _ change: (inout TransferProgress) -> Void) {
        let progress: TransferProgress? = state.withLock { state in
            guard var progress = state.transfers[id] else { return nil }
            change(&progress)
            state.transfers[id] = progress
            return progress
        }
        if let progress { events.publish(.transfer(progress)) }
    }
}

extension StillCollector: Thumbnails.Shelf {
    func picture(of id: String) async throws -> (bytes: [UInt8], type: String) {
        guard let path = try known(id).path.map({ FilePath($0) }), let name = path.lastComponent else {
            throw Problem.notFound("\(id) has not been fetched yet")
        }
        let type = name.extension == "png" ? "image/png" : "image/jpeg"
        return (try await WholeFiles(directory: path.removingLastComponent()).read(name.string), type)
    }

    func thumbnail(of id: String) async throws -> [UInt8] {
        try await records.thumbnail(of: id)
    }

    func keep(thumbnail: [UInt8], of id: String) async throws {
        try await records.keep(thumbnail: thumbnail, of: id)
    }
}

extension StillCollector.State {
    /// Whether a still is neither here nor about to come.
    fileprivate func lacks(_ still: Still) -> Bool {
        transfers[still.transferID].map { $0.phase == .failed } ?? true
    }

    /// Whether a still is here and its camera waits to be told so.
    fileprivate func owesReceipt(for still: Still, _ node: String) -> Bool {
        guard let known = transfers[still.transferID], known.isStored else { return false }
        return known.sha256 == still.sha256 && still.needsReceipt(from: node)
    }
}

extension TransferProgress {
    /// A still that waits for its turn.
    fileprivate init(waiting still: Still) {
        self.init(
            id: still.transferID, kind: .still, name: still.name, peer: still.camera, total: still.bytes,
            sha256: still.sha256)
        phase = .accepted
    }

    /// Whether the recorder has stored it; it may have been deleted here since.
    fileprivate var isStored: Bool { phase == .received || phase == .cancelled }
}

extension Still {
    /// Its name among the stills of all cameras: two may have been pressed in the same second.
    fileprivate var transferID: String { "\(id)-\(camera.prefix(8))" }
}
