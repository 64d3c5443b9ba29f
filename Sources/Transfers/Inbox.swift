// SPDX-License-Identifier: Apache-2.0
import Tasks
import _NIOFileSystem
import Disk
import FoundationEssentials
package import Logging
import Media
import SystemPackage
package import Wire

/// The files that peers send to a node: offered, accepted or refused, received and listed.
///
/// A file gets its name in the folder only when it is complete, checked and synced. Until then it is a part in the hidden folder
/// `.transfers`, beside a record of its metadata. A sender that comes back resumes it, even after a restart of either node.
package actor Inbox {
    struct Entry {
        var progress: TransferProgress
        let label: PeerFileName
        let offered = ContinuousClock.now
        var touched = ContinuousClock.now
        /// When the received file was last written, in nanoseconds since 1970; nil if that is not known.
        var written: Int64?
        /// The state of the part; nil if it must be read first.
        var checkpoint: PartialFile.Checkpoint?
        /// The request that brings bytes now.
        var reception: Reception?
    }

    nonisolated let settings: InboxSettings
    nonisolated let room: DiskRoom
    let logger: Logger
    private let events: EventFeed
    let records: WholeFiles
    var entries: [String: Entry] = [:]
    /// Names that files are about to get.
    var claimed: Set<PeerFileName> = []

    /// An inbox without files; `load()` finds those on disk.
    ///
    /// - Parameter room: the disk space that it shares with other things that peers send; nil for its own.
    package init(_ settings: InboxSettings, room: DiskRoom? = nil, events: EventFeed, logger: Logger) {
        (self.settings, self.events, self.logger) = (settings, events, logger)
        self.room = room ?? DiskRoom(reserveBytes: settings.reserveBytes)
        records = WholeFiles(directory: settings.directory.appending(".transfers"))
    }

    /// All files, oldest first.
    package var list: [TransferProgress] {
        entries.values.map(\.progress).sorted { $0.id < $1.id }
    }

    /// Returns one file.
    ///
    /// - Parameter peer: the only peer that may know of it; nil for a caller that may know of all.
    package func progress(_ id: String, of peer: String? = nil) throws(Problem) -> TransferProgress {
        guard let progress = entries[id]?.progress, peer == nil || progress.peer == peer else {
            throw .noFile(id)
        }
        return progress
    }

    /// A file that has arrived, to be opened in its folder; throws a conflict before that.
    package func stored(_ id: String) throws(Problem) -> StoredFile {
        let file = try progress(id)
        guard file.phase == .received, let name = PeerFileName(stored: file.name) else {
            let total = file.total.counted("byte")
            throw .conflict("\(file.name) has not arrived yet: \(file.bytes) of \(total) came so far")
        }
        return StoredFile(
            in: settings.directory, place: [name.text], name: name.text, bytes: file.total, sha256: file.sha256)
    }

    /// Ends a running reception of a file and returns its progress, which no longer changes: a sender resumes there.
    package func settled(_ id: String, of peer: String?) async throws -> TransferProgress {
        _ = try progress(id, of: peer)
        try await endReception(of: id, .conflict("somebody asked how far it is, to go on from there"))
        return try progress(id, of: peer)
    }

    /// Adds an offered file; returns the existing one if it is open or was received already.
    ///
    /// - Parameter isOwner: whether the sender owns the node, so that no decision is needed.
    package func offer(_ offer: FileOffer, from peer: String, isOwner: Bool = false) async throws -> TransferProgress {
        guard (0...1 << 53).contains(offer.bytes) else { throw Problem.badRequest("bytes must be from 0 to 2^53") }
        guard offer.sha256.utf8.count == 64, let digest = Digest(hex: offer.sha256) else {
            throw Problem.badRequest("sha256 must have 64 hexadecimal digits")
        }
        guard !offer.name.isEmpty else { throw Problem.badRequest("name must not be empty") }
        let label = PeerFileName(offer.name)
        let known = entries.values.filter { entry in
            entry.progress.peer == peer && entry.progress.sha256 == digest.hex && entry.progress.total == offer.bytes
                && entry.label == label
        }
        if let open = known.first(where: { $0.progress.phase.isOpen }) {
            entries[open.progress.id]?.touched = .now
            return open.progress
        }
        for entry in known where entry.progress.phase == .received {
            if try await isAsReceived(entry.progress.id) { return entry.progress }
            await forget(entry.progress.id)
        }
        try await records.makeDirectory()
        try checkLimits(for: peer)
        var progress = TransferProgress(
            id: TransferID.new(), kind: .file, name: label.text, peer: peer, total: offer.bytes, sha256: digest.hex)
        progress.phase = settings.asks && !isOwner ? .offered : .accepted
        // The entry comes first, so that the limit holds although other offers may come while the disk is checked.
        entries[progress.id] = Entry(progress: progress, label: label)
        do {
            if progress.phase == .accepted {
                try await room.promise(offer.bytes, to: progress.id, in: records.directory)
            } else {
                try await room.check(offer.bytes, for: progress.id, in: records.directory)
            }
            try await keepRecord(of: progress.id)
        } catch {
            entries[progress.id] = nil
            room.end(progress.id)
            throw Self.problem(error)
        }
        tell(progress.id)
        return progress
    }

    /// Accepts or refuses an offered file.
    package func decide(_ id: String, _ decision: FileDecision) async throws -> TransferProgress {
        let offered = try progress(id)
        guard offered.phase == .offered else {
            throw Problem.conflict("\(offered.name) waits for no decision: it is \(offered.phase.rawValue)")
        }
        entries[id]?.touched = .now
        if decision.accept {
            try await room.promise(offered.total, to: id, in: records.directory)
            guard let now = entries[id]?.progress, now.phase == .offered else {
                room.end(id)
                throw Problem.conflict("\(offered.name) waits for no decision any more")
            }
            change(id) { $0.phase = .accepted }
            try await keepRecord(of: id)
        } else {
            change(id) { ($0.phase, $0.problem) = (.refused, decision.reason.map { String($0.prefix(200)) }) }
            try await records.remove(id + ".json")
        }
        return try progress(id)
    }

    /// Cancels an open file, or deletes one that has arrived.
    ///
    /// - Parameter peer: the sender, which may only cancel; nil for a caller that may do both.
    package func remove(_ id: String, by peer: String?) async throws {
        let known = try progress(id, of: peer)
        switch known.phase {
        case .offered, .accepted, .transferring, .suspended, .paused:
            change(id) { ($0.phase, $0.problem) = (.cancelled, nil) }
            try await endReception(of: id, Problem.notAccepted(try progress(id)))
            guard try progress(id).phase == .cancelled else {
                throw Problem.conflict("\(known.name) has arrived in this moment: `longshot files delete` removes it")
            }
            try await discard(id)
        case .received:
            guard peer == nil else {
                throw Problem.conflict("\(known.name) has arrived: only the owner of the node can delete it")
            }
            try await removeReceived(id)
            await forget(id)
        case .failed, .refused, .cancelled:
            entries[id] = nil
        }
    }

    /// Cancels files that no sender has resumed for a week; checks once a minute until cancelled.
    package func run() async throws {
        while true {
            try await Task.sleep(for: .seconds(60))
            for (id, entry) in entries
            where entry.progress.phase.isOpen && entry.reception == nil && .now - entry.touched > InboxSettings.lifetime
            {
                change(id) { ($0.phase, $0.problem) = (.cancelled, "nobody has gone on with it for a week") }
                try? await discard(id)
            }
        }
    }
}

extension Inbox {
    /// Changes the progress of a file and publishes it.
    func change(_ id: String, _ change: (inout TransferProgress) -> Void) {
        guard var progress = entries[id]?.progress else { return }
        change(&progress)
        entries[id]?.progress = progress
        if !progress.phase.isOpen { room.end(id) }
        tell(id)
        trim()
    }

    func tell(_ id: String) {
        guard let progress = entries[id]?.progress else { return }
        events.publish(.transfer(progress))
    }

    /// Removes the oldest ended transfers from the list, beyond the limits.
    private func trim() {
        for (limit, isMeant) in [
            (InboxSettings.listed, { $0 == .received }),
            (InboxSettings.remembered, { !$0.isOpen && $0 != .received }),
        ] as [(Int, (TransferProgress.Phase) -> Bool)] where entries.count > limit {
            let ids = entries.values.filter { isMeant($0.progress.phase) }.map(\.progress.id).sorted()
            ids.dropLast(limit).forEach { entries[$0] = nil }
        }
    }

    /// The path of a file's bytes until it is complete.
    nonisolated func part(_ id: String) -> FilePath { records.directory.appending("\(id).part") }

    /// Writes the record of a file, as it is or as it will be in a moment; with its name, never its path.
    func keepRecord(of id: String, as progress: TransferProgress? = nil) async throws {
        guard let entry = entries[id] else { return }
        var record = TransferRecord(
            progress: progress ?? entry.progress, label: entry.label.text, written: entry.written)
        record.progress.path = nil
        try await records.write(Array(try JSON.encode(record)), as: id + ".json")
    }

    /// Deletes the bytes and the record of a file; its progress stays listed.
    func discard(_ id: String) async throws {
        entries[id]?.checkpoint = nil
        try await PartialFile.discard(part(id))
        try await records.remove(id + ".json")
    }

    func forget(_ id: String) async {
        entries[id] = nil
        try? await records.remove(id + ".json")
    }

    /// Ends the running reception of a file, if there is one, and waits for its end.
    func endReception(of id: String, _ problem: Problem) async throws {
        guard let reception = entries[id]?.reception else { return }
        reception.stop(problem)
        guard await reception.ended.value(within: .seconds(10)) != nil else {
            throw Problem.conflict("another request still brings bytes of \(id): try again in a few seconds")
        }
    }

    /// The path of a received file.
    nonisolated func path(of name: PeerFileName) -> FilePath { settings.directory.appending(name) }
}
