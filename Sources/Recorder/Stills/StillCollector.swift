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
        /// The stills that the camera keeps too, and whose receipts were sent.
        ///
        /// Cameras of earlier versions do not note these, and list them as before.
        var confirmed: Set<String> = []
    }

    fileprivate struct State {
        var known = KnownStills()
        /// By the camera's node id.
        var lanes: [String: Lane] = [:]
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
        state.withLock { $0.known = known }
    }

    /// The transfers after an id, oldest first.
    ///
    /// - Parameter isShown: whether to include the stills of a camera; applied before the limit, so that only the last page is short.
    package func list(
        after id: String? = nil, limit: Int = .max, where isShown: (String) -> Bool = { _ in true }
    ) async throws -> [TransferProgress] {
        var (found, last) = ([TransferProgress](), id)
        while found.count < limit {
            // Outside the lock, because the caller decides.
            let known = state.withLock { $0.known }
            let ids = known.ids(after: last, limit: limit - found.count, where: isShown)
            guard let end = ids.last else { break }
            for id in ids {
                if let one = if let open = known.open[id] { open } else { try await records.read(id) } {
                    found.append(one)
                }
            }
            last = end
        }
        return found
    }

    /// A still's transfer; nil if the recorder does not know the still.
    package func progress(of id: String) async throws -> TransferProgress? {
        let (open, isStored) = state.withLock { ($0.known.open[id], $0.known.stored[id] != nil) }
        return if let open { open } else if isStored { try await records.read(id) } else { nil }
    }

    /// Deletes a fetched still, which is then not fetched again.
    package func delete(_ id: String) async throws {
        var still = try await known(id)
        guard still.phase == .received, let name = PeerFileName(stored: still.name) else {
            throw Problem.conflict("\(id) is \(still.phase.rawValue): only what was received can be deleted")
        }
        (still.phase, still.problem) = (.cancelled, "it was deleted")
        try await records.keep(still)
        // While the file is there, its name is not free.
        try await WholeFiles(directory: folder(of: still.peer)).remove(name.text)
        state.withLock { [still] in $0.known.store(still) }
        events.publish(.transfer(still))
        try await records.dropThumbnail(of: id)
    }

    /// A fetched still, as a file in the folder of its camera; throws a problem for any other still.
    package func stored(_ id: String) async throws -> StoredFile {
        try stored(await known(id))
    }

    /// The same for a still whose transfer is at hand.
    package func stored(_ still: TransferProgress) throws(Problem) -> StoredFile {
        guard still.phase == .received, let name = PeerFileName(stored: still.name) else {
            throw .conflict(
                "\(still.id) has not arrived yet: \(still.bytes) of \(still.total.counted("byte")) came so far")
        }
        return StoredFile(
            in: directory, place: [still.peer, name.text], name: name.text, bytes: still.total, sha256: still.sha256)
    }

    /// A failed still; throws a problem for any other still.
    func failed(_ id: String) throws(Problem) -> TransferProgress {
        let (open, isStored) = state.withLock { ($0.known.open[id], $0.known.stored[id] != nil) }
        guard open != nil || isStored else { throw .unknownStill(id) }
        guard let open, open.phase == .failed else {
            let phase = open?.phase ?? .received
            throw .conflict("\(id) is \(phase.rawValue): only what has failed can be tried again")
        }
        return open
    }

    private func known(_ id: String) async throws -> TransferProgress {
        guard let known = try await progress(of: id) else { throw Problem.unknownStill(id) }
        return known
    }

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
            let isMissing = state.known.lacks(still)
            if isMissing { state.known.expect(still) }
            let isUnconfirmed = still.needsReceipt(from: node) && !lane.confirmed.contains(still.id)
            if isMissing || state.known.isStored(state.known.id(of: still)) && isUnconfirmed {
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
        if !isStored(id) { try await fetch(still, as: id, from: source, announcedAt: announcedAt) }
        guard isStored(id), let stored = try await progress(of: id) else { return }
        guard stored.sha256 == still.sha256 else {
            return logger.error(
                "a still is not fetched, because this recorder has another one of the same name",
                metadata: ["still": "\(id)", "camera": "\(still.camera)"])
        }
        guard still.needsReceipt(from: node) else {
            // Without the record, the next run of the node requests the still again.
            try? await keep(stored)
            return
        }
        // With the receipt the camera may delete the still: then the record is all that the next life has to know it by.
        try await keep(stored)
        try await source.confirm(still)
        if still.save == .both { state.withLock { _ = $0.lanes[still.camera]?.confirmed.insert(still.id) } }
    }

    /// Stores the record of a still, unless it is stored.
    private func keep(_ still: TransferProgress) async throws {
        guard state.withLock({ $0.known.stored[still.id] == nil }) else { return }
        try await records.keep(still)
        state.withLock { $0.known.store(still) }
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
            state.withLock { $0.known.claim(name, for: id, of: still.camera) }
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

    /// The id of a still's file on this recorder.
    func id(of still: Still) -> String { state.withLock { $0.known.id(of: still) } }

    private func isStored(_ id: String) -> Bool { state.withLock { $0.known.isStored(id) } }

    /// Logs and publishes why a still was not fetched, or was fetched and not confirmed.
    private func note(
        _ error: any Error, on still: Still, isFinal: Bool, because obstacle: StillBacklog.Obstacle = .still
    ) {
        let id = id(of: still)
        let words: Logger.Metadata = ["still": "\(id)", "error": "\(error)"]
        let isKnown = state.withLock { $0.known.open[id]?.phase } == .suspended
        // The link already logs that a camera is away, and a full disk would be logged at each retry.
        let level: Logger.Level = obstacle == .cameraAway || obstacle == .noRoom && isKnown ? .debug : .warning
        if isStored(id) {
            logger.log(level: level, "still not confirmed", metadata: words)
        } else {
            logger.log(level: level, "still not fetched", metadata: words)
            if obstacle == .noRoom, isKnown { return }
            update(id) { ($0.phase, $0.problem) = (isFinal ? .failed : .suspended, error.wordsWithoutPath) }
        }
    }

    private func update(_ id: String, _ change: (inout TransferProgress) -> Void) {
        if let progress = state.withLock({ $0.known.update(id, change) }) { events.publish(.transfer(progress)) }
    }
}

extension StillCollector: Thumbnails.Shelf {
    func picture(of id: String) async throws -> (bytes: [UInt8], type: String) {
        let file = try await stored(id)
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

extension Problem {
    fileprivate static func unknownStill(_ id: String) -> Problem {
        .notFound("there is no still \(id) on this recorder")
    }
}
