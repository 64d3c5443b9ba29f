// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
package import Logging
import Synchronization
package import SystemPackage
import Tasks
package import Wire

/// The files that a node sends to its peers: queued, sent, paused, retried and listed.
///
/// Unfinished files resume after a restart of the node, unless they are paused.
package final class Outbox: Sendable {
    private struct Entry {
        var progress: TransferProgress
        let began = ContinuousClock.now
        /// The peer's id of the file, once it was offered there.
        var there: String?
        /// Ends the running attempt; nil if there is none.
        var stop: Pending<Void>?
    }

    /// The most files that wait or are being sent.
    package static let openLimit = 1_000
    /// The most ended files that are listed.
    private static let remembered = 256
    /// The pauses between attempts to reach a peer: each longer than the one before.
    private static let pauses = Duration.seconds(1) ... .seconds(60)
    /// The pauses between questions whether a file is accepted by now.
    private static let questions = Duration.seconds(1) ... .seconds(10)

    private let carrier: any FileCarrier
    private let maker: (any MovieMaker)?
    private let reserveBytes: Int
    private let folders: [FilePath]?
    private let events: EventFeed
    private let records: WholeFiles
    private let logger: Logger
    private let nursery = Nursery()
    /// More transfers at once would not be faster.
    private let turns = Turns(limit: 2)
    /// One transfer at a time for each peer, so that a slow one does not hold up the others.
    private let turnsOfPeers = Mutex<[String: Turns]>([:])
    private let entries = Mutex<[String: Entry]>([:])

    /// An outbox without files; `load()` finds unfinished ones.
    ///
    /// - Parameters:
    ///   - directory: the folder for records, and for movies until they have arrived.
    ///   - folders: the folders whose files may be sent; a record that names another file is ignored. Nil for any.
    ///   - reserveBytes: how much of the disk movies leave free, in bytes.
    ///   - maker: makes movies of recordings; nil on a node without recordings.
    package init(
        _ directory: FilePath, of folders: [FilePath]? = nil, reserveBytes: Int = 250_000_000, carrier: any FileCarrier,
        maker: (any MovieMaker)? = nil, events: EventFeed, logger: Logger
    ) {
        (self.carrier, self.maker, self.reserveBytes) = (carrier, maker, reserveBytes)
        (self.folders, self.events, self.logger) = (folders, events, logger)
        records = WholeFiles(directory: directory)
    }

    /// Loads the files that an earlier run of the node has not finished.
    package func load() async throws {
        for (name, bytes) in try await records.all(ending: ".json") {
            guard let file = try? JSON.decode(TransferProgress.self, from: Data(bytes)), name == file.id + ".json"
            else {
                logger.warning("what was to be sent cannot be read, and is left alone", metadata: ["record": "\(name)"])
                continue
            }
            guard file.path.map({ isSendable(FilePath($0)) }) ?? true else {
                logger.warning("a record names a file that is not to be sent", metadata: ["record": "\(name)"])
                continue
            }
            entries.withLock { $0[file.id] = Entry(progress: file) }
            if file.phase != .paused { begin(file.id) }
        }
        // Movies that were completed at the moment of their cancellation.
        for name in try await records.names() where name.hasSuffix(".mp4") {
            if (try? self[String(name.dropLast(4))]) == nil { try await records.remove(name) }
        }
    }

    private func isSendable(_ path: FilePath) -> Bool {
        let path = path.lexicallyNormalized()
        return folders?.contains { path.starts(with: $0.lexicallyNormalized()) } ?? true
    }

    /// Sends the files, until cancelled.
    package func run() async { await nursery.run() }

    /// All files, oldest first.
    package var list: [TransferProgress] {
        entries.withLock { $0.values.map(\.progress) }.sorted { $0.id < $1.id }
    }

    /// Queues a file for a peer; returns the existing entry if it is being sent there already.
    package func send(_ new: TransferProgress) async throws -> TransferProgress {
        let taken: (file: TransferProgress, isNew: Bool)? = entries.withLock { entries in
            let open = entries.values.map(\.progress).filter(\.phase.isOpen)
            if let known = open.first(where: new.isSame) { return (known, false) }
            guard open.count < Outbox.openLimit else { return nil }
            entries[new.id] = Entry(progress: new)
            return (new, true)
        }
        guard let taken else { throw Problem.tooManyTransfers(Outbox.openLimit) }
        guard taken.isNew else { return taken.file }
        do {
            try await keep(new)
        } catch {
            entries.withLock { $0[new.id] = nil }
            throw error
        }
        events.publish(.transfer(new))
        begin(new.id)
        return new
    }

    /// Pauses or resumes a file; retries a failed one.
    package func change(_ id: String, isPaused: Bool) async throws -> TransferProgress {
        let file = try self[id]
        switch (isPaused, file.phase) {
        case (true, .paused), (false, .accepted), (false, .offered), (false, .transferring): return file
        case (true, .accepted), (true, .offered), (true, .transferring), (true, .suspended):
            stop(id) { ($0.phase, $0.problem) = (.paused, nil) }
        case (false, .paused), (false, .suspended), (false, .failed), (false, .refused):
            stop(id) { ($0.phase, $0.problem) = (.accepted, nil) }
        case (true, .failed), (true, .refused), (_, .received), (_, .cancelled):
            throw Problem.conflict("\(file.name) is not on its way: it is \(file.phase.rawValue)")
        }
        let changed = try self[id]
        try await keep(changed)
        if !isPaused { begin(id) }
        return changed
    }

    /// Cancels an open file, at the peer too; removes an ended one from the list.
    package func remove(_ id: String) async throws {
        let file = try self[id]
        guard file.phase.isOpen else { return entries.withLock { $0[id] = nil } }
        let there = entries.withLock { $0[id]?.there }
        stop(id) { ($0.phase, $0.problem) = (.cancelled, nil) }
        try await forget(file)
        guard let there else { return }
        _ = nursery.begin { [carrier] in try? await carrier.abandon(there, at: file.peer) }
    }

    private subscript(id: String) -> TransferProgress {
        get throws(Problem) {
            guard let file = entries.withLock({ $0[id]?.progress }) else {
                throw .notFound("nothing is sent as \(id): it has arrived long ago, or was never asked for")
            }
            return file
        }
    }

    private func begin(_ id: String) {
        let stop = Pending<Void>()
        entries.withLock { $0[id]?.stop = stop }
        // If the node is stopping, its next run continues.
        _ = nursery.begin { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in await bring(id, stop) }
                group.addTask { _ = await stop.value() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Ends the running attempt of a file; ignores its later updates.
    private func stop(_ id: String, _ change: (inout TransferProgress) -> Void) {
        let (stop, progress) = entries.withLock { entries in
            let stop = entries[id]?.stop
            entries[id]?.stop = nil
            if var progress = entries[id]?.progress {
                change(&progress)
                entries[id]?.progress = progress
            }
            return (stop, entries[id]?.progress)
        }
        stop?.resolve(())
        if let progress { events.publish(.transfer(progress)) }
    }

    /// Retries until the file has arrived or cannot be sent.
    private func bring(_ id: String, _ stop: Pending<Void>) async {
        // Read only once, although a peer may be away all night.
        var (ready, offer): (OutgoingFile?, String?) = (nil, nil)
        var (backoff, questions) = (Backoff(Outbox.pauses), Backoff(Outbox.questions))
        while !Task.isCancelled, entries.withLock({ $0[id]?.stop === stop }) {
            do {
                try await inTurn(to: try self[id].peer) {
                    if ready == nil { ready = try await prepare(try self[id], stop) }
                    if let ready { try await carry(ready, try self[id], offeredAs: offer, stop) }
                }
                return await end(id, stop) { file in
                    (file.phase, file.bytes, file.problem) = (.received, file.total, nil)
                }
            } catch TransferError.away(let reason) {
                update(id, stop) { ($0.phase, $0.problem) = (.suspended, reason) }
                try? await Task.sleep(for: backoff.next())
            } catch TransferError.undecided {
                offer = entries.withLock { $0[id]?.there }
                try? await Task.sleep(for: questions.next())
            } catch {
                guard !Task.isCancelled else { return }
                let problem = error as? Problem
                logger.warning("file not sent", metadata: ["file": "\(id)", "error": "\(error)"])
                return await end(id, stop) { file in
                    file.phase = problem?.type.hasSuffix(":refused") == true ? .refused : .failed
                    file.problem = problem?.detail ?? error.wordsWithoutPath
                }
            }
        }
    }

    /// Runs a body when it is its turn, after others for the same peer.
    private func inTurn(to peer: String, _ body: () async throws -> Void) async throws {
        let own = turnsOfPeers.withLock { peers in
            let turns = peers[peer] ?? Turns(limit: 1)
            peers[peer] = turns
            return turns
        }
        try await own.take()
        defer { own.give() }
        try await turns.take()
        defer { turns.give() }
        try await body()
    }

    /// Makes the movie, if it is one of a recording, and reads the file for its digest.
    private func prepare(_ file: TransferProgress, _ stop: Pending<Void>) async throws -> OutgoingFile {
        if let recording = file.recording, file.path == nil { try await makeMovie(of: recording, for: file) }
        let path = file.path.map { FilePath($0) } ?? movie(for: file.id)
        let outgoing = try await OutgoingFile(reading: path, as: file.name, followsLinks: false)
        if file.sha256.isEmpty {
            update(file.id, stop) { changed in
                (changed.path, changed.total) = (path.string, outgoing.offer.bytes)
                changed.sha256 = outgoing.offer.sha256
            }
            try await keep(try self[file.id])
        } else if outgoing.offer.sha256 != file.sha256 {
            throw TransferError.changed(path: path.string)
        }
        return outgoing
    }

    private func carry(
        _ outgoing: OutgoingFile, _ file: TransferProgress, offeredAs offer: String?, _ stop: Pending<Void>
    ) async throws {
        let pace = Pace()
        try await carrier.carry(outgoing, to: file.peer, offeredAs: offer) { [self] there in
            update(file.id, stop, there: there.id, isQuiet: !pace.isDue(at: there.bytes)) { file in
                file.phase = there.phase == .offered ? .offered : .transferring
                // The peer may send any number.
                (file.bytes, file.problem) = (min(max(0, there.bytes), file.total), nil)
            }
        }
    }

    private func makeMovie(of recording: String, for file: TransferProgress) async throws {
        guard let maker else { throw Problem.conflict("this node makes no movies of recordings") }
        try await records.makeDirectory()
        let room = try await DiskSpace.look(at: records.directory).free - reserveBytes
        guard file.total <= room else {
            throw Problem(
                "insufficient-storage", status: 507, title: "Insufficient storage",
                detail: "a movie of about \(file.total) bytes is to be made of \(recording), and the disk has room for "
                    + "\(max(room, 0)): free some space here, then try again")
        }
        try await maker.makeMovie(of: recording, from: file.begin, at: movie(for: file.id))
    }

    /// The path of a movie until it has arrived.
    private func movie(for id: String) -> FilePath { records.directory.appending("\(id).mp4") }

    /// Updates the progress of a file, unless it was stopped; always publishes a change of its phase.
    private func update(
        _ id: String, _ stop: Pending<Void>, there: String? = nil, isQuiet: Bool = false,
        _ change: (inout TransferProgress) -> Void
    ) {
        let told: TransferProgress? = entries.withLock { entries in
            guard var entry = entries[id], entry.stop === stop else { return nil }
            let before = entry.progress.phase
            change(&entry.progress)
            entry.there = there ?? entry.there
            entries[id] = entry
            return isQuiet && entry.progress.phase == before ? nil : entry.progress
        }
        if let told { events.publish(.transfer(told)) }
    }

    /// Ends a file: updates it, deletes its record and trims the list.
    private func end(_ id: String, _ stop: Pending<Void>, _ change: (inout TransferProgress) -> Void) async {
        guard let began = entries.withLock({ $0[id]?.stop === stop ? $0[id]?.began : nil }) else { return }
        update(id, stop) { file in
            change(&file)
            if file.phase == .received { file.milliseconds = (ContinuousClock.now - began) / .milliseconds(1) }
            guard file.recording != nil else { return }
            // A retry makes another movie.
            file.path = nil
            if file.phase != .received { file.sha256 = "" }
        }
        entries.withLock { entries in
            entries[id]?.stop = nil
            let over = entries.values.map(\.progress).filter { !$0.phase.isOpen }.map(\.id).sorted()
            over.dropLast(Outbox.remembered).forEach { entries[$0] = nil }
        }
        do {
            if let file = try? self[id] { try await forget(file) }
        } catch {
            logger.warning("what was sent is not forgotten", metadata: ["file": "\(id)", "error": "\(error)"])
        }
    }

    /// Deletes the record and the movie of a file; its progress stays listed.
    private func forget(_ file: TransferProgress) async throws {
        try await records.remove(file.id + ".json")
        guard file.recording != nil else { return }
        for name in ["\(file.id).mp4", "\(file.id).mp4.part"] { try await records.remove(name) }
    }

    private func keep(_ file: TransferProgress) async throws {
        try await records.write(Array(try JSON.encode(file)), as: file.id + ".json")
    }
}
