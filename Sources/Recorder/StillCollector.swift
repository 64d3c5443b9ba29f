// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import GStreamer
import Logging
import Synchronization
import SystemPackage
import Tasks
package import Transfers
import Viewing
package import Wire

/// Fetches stills that are meant for the recorder; resumes partial downloads.
///
/// Fetches a few at a time per camera, so that a backlog does not delay footage or events. A still belongs to the camera whose link
/// announced it, whatever camera it names: its folder, id and name are that camera's. If the disk has no room for a still, it waits
/// for space.
package final class StillCollector: Sendable {
    /// A camera's backlog, and the current connection to the camera.
    fileprivate struct Lane {
        var source: any StillSource
        var backlog: StillBacklog
    }

    fileprivate struct State {
        /// By id on this recorder.
        var transfers: [String: TransferProgress] = [:]
        /// By the camera's node id.
        var lanes: [String: Lane] = [:]
        /// For each camera, the still that has a name in its folder.
        var names: [String: [PeerFileName: String]] = [:]
        /// The cameras with a refused still, so that each is logged once.
        var refused: Set<String> = []
    }

    /// The accepted size of a still, in bytes.
    private static let sizes = 0...(1 << 30)
    /// The largest file that is read into memory for a thumbnail, in bytes.
    private static let mostShown = 128 << 20

    private let node: String
    private let directory: FilePath
    private let records: StillRecords
    private let room: DiskRoom
    private let events: EventFeed
    private let nursery: Nursery
    private let pauses: ClosedRange<Duration>
    private let mostWaiting: Int
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - node: the recorder's id.
    ///   - room: the disk space that stills share with files from peers.
    ///   - mostWaiting: the maximum number of stills per camera in memory.
    ///   - pauses: the first and the longest delay between retries.
    init(
        node: String, directory: FilePath, room: DiskRoom, events: EventFeed, nursery: Nursery,
        mostWaiting: Int = 100_000, pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(5)), logger: Logger
    ) {
        (self.node, self.directory, self.room, self.events) = (node, directory, room, events)
        records = StillRecords(beside: directory, logger: logger)
        (self.nursery, self.mostWaiting, self.pauses, self.logger) = (nursery, mostWaiting, pauses, logger)
    }

    /// Loads the records of earlier runs.
    func load() async throws {
        let known = try await records.load()
        state.withLock { state in
            for still in known {
                state.transfers[still.id] = still
                guard still.phase == .received, let name = PeerFileName(stored: still.name) else { continue }
                state.names[still.peer, default: [:]][name] = still.id
            }
        }
    }

    /// All transfers, oldest first.
    package var list: [TransferProgress] {
        state.withLock { Array($0.transfers.values) }.sorted { IDOrder.precedes($0.id, $1.id) }
    }

    /// Deletes a fetched still, which is then not fetched again.
    package func delete(_ id: String) async throws {
        let known = try known(id)
        guard known.phase == .received, let name = PeerFileName(stored: known.name) else {
            throw Problem.conflict("\(id) is \(known.phase.rawValue): only what was received can be deleted")
        }
        update(id) { ($0.phase, $0.problem) = (.cancelled, "it was deleted") }
        if let deleted = self[id] { try await records.keep(deleted) }
        try await WholeFiles(directory: folder(of: known.peer)).remove(name.text)
        state.withLock { $0.names[known.peer]?[name] = nil }
        try await records.dropThumbnail(of: id)
    }

    /// A fetched still, as a file in the folder of its camera; throws a problem for any other still.
    package func stored(_ id: String) throws(Problem) -> StoredFile {
        let known = try known(id)
        guard known.phase == .received, let name = PeerFileName(stored: known.name) else {
            throw .conflict("\(id) has not arrived yet: \(known.bytes) of \(known.total.counted("byte")) came so far")
        }
        return StoredFile(
            in: directory, place: [known.peer, name.text], name: name.text, bytes: known.total, sha256: known.sha256)
    }

    /// A failed still; throws a problem for any other still.
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

    /// Queues an announced or listed still if it is meant for this recorder.
    ///
    /// Fetches all waiting stills of the camera from `source` from now on, because the camera's address may have changed. Ignores a
    /// still whose id is not allowed in a file name, or whose size is out of range.
    func collect(_ announced: Still, from source: any StillSource, announcedAt: Int64) {
        guard announced.isFor(node) else { return }
        let camera = source.camera
        guard PeerItemID(announced.id) != nil, Self.sizes.contains(announced.bytes) else {
            return refuse(announced, of: camera)
        }
        var still = announced
        // Replaces the camera id that the still claims, so that a camera cannot reach the stills of another.
        (still.camera, still.sha256) = (camera, announced.sha256.lowercased())
        let begins = state.withLock { [still] state in
            var lane = state.lanes[camera] ?? Lane(source: source, backlog: StillBacklog(limit: mostWaiting))
            lane.source = source
            guard lane.backlog.hasRoom() else {
                state.lanes[camera] = lane
                return false
            }
            let isMissing = state.lacks(still)
            if isMissing {
                let id = state.id(of: still)
                state.transfers[id] = TransferProgress(waiting: still, as: id)
            }
            if isMissing || state.owesReceipt(for: still, node) {
                lane.backlog.add(StillBacklog.Job(still, announcedAt: announcedAt))
            }
            let begins = lane.backlog.hire()
            state.lanes[camera] = lane
            return begins
        }
        if begins, !nursery.begin({ [self] in await work(on: camera) }) { leave(camera) }
    }

    private func refuse(_ still: Still, of camera: String) {
        guard state.withLock({ $0.refused.insert(camera).inserted }) else { return }
        logger.warning(
            "a still is ignored: its id or its size is none; others of this camera are ignored without a word",
            metadata: ["camera": "\(camera)", "bytes": "\(still.bytes)"])
    }

    /// Fetches a camera's stills one by one, until none waits.
    private func work(on camera: String) async {
        var backoff = Backoff(pauses)
        while let (job, source) = next(of: camera) {
            do {
                try await settle(job.still, from: source, announcedAt: job.announcedAt)
                state.withLock { $0.lanes[camera]?.backlog.finish(job) }
                backoff.reset()
            } catch {
                guard !Task.isCancelled else { return leave(camera) }
                guard let obstacle = await obstacle(behind: error, source) else {
                    state.withLock { $0.lanes[camera]?.backlog.finish(job) }
                    note(error, on: job.still, isFinal: true)
                    continue
                }
                let verdict = state.withLock { $0.lanes[camera]?.backlog.putBack(job, because: obstacle) }
                note(error, on: job.still, isFinal: verdict != .again, because: obstacle)
                guard (try? await Task.sleep(for: backoff.next())) != nil else { return leave(camera) }
            }
        }
        await askAgain(camera)
    }

    /// Requests the camera's list again if a still was dropped; if the camera is away, its reconnect does that.
    private func askAgain(_ camera: String) async {
        let source = state.withLock { state in
            state.lanes[camera]?.backlog.asksAgain() == true ? state.lanes[camera]?.source : nil
        }
        guard let source, let stills = try? await source.list() else { return }
        for still in stills { collect(still, from: source, announcedAt: monotonicNanoseconds()) }
    }

    /// Why a fetch failed; nil if no retry can succeed.
    private func obstacle(behind error: any Error, _ source: any StillSource) async -> StillBacklog.Obstacle? {
        if (error as? Problem)?.isInsufficientStorage == true { return .noRoom }
        guard (error as? any CameraConnectionError)?.isTransient == true else { return nil }
        return await source.isThere() ? .still : .cameraAway
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

    /// Fetches a still unless it is stored, and confirms it.
    private func settle(_ still: Still, from source: any StillSource, announcedAt: Int64) async throws {
        let id = id(of: still)
        if self[id]?.isStored != true { try await fetch(still, as: id, from: source, announcedAt: announcedAt) }
        guard let stored = self[id], stored.isStored else { return }
        guard still.needsReceipt(from: node) else {
            // Without the record, the next run of the node requests the still again.
            try? await records.keep(stored)
            return
        }
        // With the receipt the camera may delete the still: then the record is all that the next life has to know it by.
        try await records.keep(stored)
        try await source.confirm(still)
    }

    private func fetch(_ still: Still, as id: String, from source: any StillSource, announcedAt: Int64) async throws {
        let (folder, promised) = (folder(of: still.camera), "still \(id)")
        try await WholeFiles(directory: folder).makeDirectory()
        try await room.promise(still.bytes, to: promised, in: folder)
        defer { room.end(promised) }
        // If the name is taken, the file gets a number.
        let target = try await FreeName.find(
            PeerFileName(still.name), in: folder, bytes: still.bytes, sha256: still.sha256
        ) { name in
            state.withLock { $0.claim(name, for: id, of: still.camera) }
        }
        try await source.fetch(still, to: target) { [room] bytes in
            try await room.checkWrite(bytes, needed: still.bytes, in: folder)
        } progress: { bytes in
            self.room.note(still.bytes - bytes, of: promised)
            self.update(id) { ($0.phase, $0.bytes) = (.transferring, bytes) }
        }
        let elapsed = Double(monotonicNanoseconds() - announcedAt) / 1e6
        update(id) { progress in
            (progress.phase, progress.bytes, progress.problem) = (.received, still.bytes, nil)
            (progress.milliseconds, progress.path) = (elapsed, target.string)
            progress.name = target.lastComponent?.string ?? progress.name
        }
    }

    private func folder(of camera: String) -> FilePath { directory.appending(camera) }

    private func id(of still: Still) -> String { state.withLock { $0.id(of: still) } }

    /// Logs and publishes why a still was not fetched, or was fetched and not confirmed.
    private func note(
        _ error: any Error, on still: Still, isFinal: Bool, because obstacle: StillBacklog.Obstacle = .still
    ) {
        let id = id(of: still)
        let words: Logger.Metadata = ["still": "\(id)", "error": "\(error)"]
        let isKnown = self[id]?.phase == .suspended
        // The link already logs that a camera is away, and a full disk would be logged at each retry.
        let level: Logger.Level = obstacle == .cameraAway || obstacle == .noRoom && isKnown ? .debug : .warning
        if self[id]?.isStored == true {
            logger.log(level: level, "still not confirmed", metadata: words)
        } else {
            logger.log(level: level, "still not fetched", metadata: words)
            if obstacle == .noRoom, isKnown { return }
            update(id) { ($0.phase, $0.problem) = (isFinal ? .failed : .suspended, error.wordsWithoutPath) }
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
        let file = try stored(id)
        let type = file.name.hasSuffix(".png") ? "image/png" : "image/jpeg"
        return (try await file.read(atMost: Self.mostShown), type)
    }

    func thumbnail(of id: String) async throws -> [UInt8] {
        try await records.thumbnail(of: id)
    }

    func keep(thumbnail: [UInt8], of id: String) async throws {
        try await records.keep(thumbnail: thumbnail, of: id)
    }
}

extension StillCollector.State {
    /// The id of a still on this recorder: stills that two cameras took in the same second may have the same id.
    ///
    /// Appends the first 8 letters of the camera's id, or all of them if another camera's still has that id.
    fileprivate func id(of still: Still) -> String {
        let short = "\(still.id)-\(still.camera.prefix(8))"
        guard let known = transfers[short], known.peer != still.camera else { return short }
        return "\(still.id)-\(still.camera)"
    }

    /// Reserves a name in a camera's folder for a still; returns false if another still has it.
    fileprivate mutating func claim(_ name: PeerFileName, for id: String, of camera: String) -> Bool {
        if let owner = names[camera]?[name] { return owner == id }
        names[camera, default: [:]][name] = id
        return true
    }

    /// Whether a still is unknown or has failed.
    fileprivate func lacks(_ still: Still) -> Bool {
        transfers[id(of: still)].map { $0.phase == .failed } ?? true
    }

    /// Whether a still is stored and its camera waits for the receipt.
    fileprivate func owesReceipt(for still: Still, _ node: String) -> Bool {
        guard let known = transfers[id(of: still)], known.isStored else { return false }
        return known.sha256 == still.sha256 && still.needsReceipt(from: node)
    }
}

extension TransferProgress {
    /// A still that waits to be fetched.
    fileprivate init(waiting still: Still, as id: String) {
        self.init(
            id: id, kind: .still, name: PeerFileName(still.name).text, peer: still.camera, total: still.bytes,
            sha256: still.sha256)
        phase = .accepted
    }

    /// Whether the recorder has stored it; a client may have deleted it since.
    fileprivate var isStored: Bool { phase == .received || phase == .cancelled }
}
