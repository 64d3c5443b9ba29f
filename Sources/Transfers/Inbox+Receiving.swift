// SPDX-License-Identifier: Apache-2.0
import Disk
import Logging
package import NIOCore
import SystemPackage
import Tasks
package import Wire

extension Inbox {
    /// Receives the bytes of a file from a request; returns the progress after them.
    ///
    /// Hashes while it receives, and syncs once at the end. If fewer bytes come than announced, keeps them and suspends the file.
    /// First ends a running request for the same file, because a sender may come back before its old connection is known to be
    /// dead.
    package func receive<Body: AsyncSequence & Sendable>(
        _ append: UploadAppend, of id: String, from peer: String, _ body: Body
    ) async throws -> TransferProgress where Body.Element == ByteBuffer {
        let reception = try await begin(append, of: id, from: peer)
        do {
            let isWhole = try await take(append, of: id, body, reception)
            if isWhole { try await publish(id) }
            end(reception, of: id, because: isWhole ? nil : "the sender has paused")
        } catch {
            await suspend(id, reception, because: error)
            throw Self.problem(reception.problem ?? error)
        }
        return try progress(id, of: peer)
    }

    /// Throws a problem if the file cannot be received now.
    private func begin(_ append: UploadAppend, of id: String, from peer: String) async throws -> Reception {
        let taken = Problem.conflict("another request of the same sender has gone on with this file")
        try await endReception(of: id, taken)
        let known = try progress(id, of: peer)
        guard known.phase == .accepted || known.phase == .suspended else { throw Problem.notAccepted(known) }
        if let length = append.length {
            let (end, isBeyond) = append.offset.addingReportingOverflow(length)
            guard !isBeyond, end <= known.total else {
                throw Problem(
                    "content-too-large", status: 413, title: "Content too large",
                    detail: "\(known.name) was announced with \(known.total) bytes, and this brings more")
            }
            guard !append.isLast || end == known.total else {
                throw Problem.badRequest("this is to be the end of \(known.name), and \(known.total - end) bytes lack")
            }
        }
        let reception = Reception(at: append.offset)
        entries[id]?.reception = reception
        entries[id]?.touched = .now
        do {
            try await room.promise(known.total - known.bytes, to: id, in: records.directory)
            guard try progress(id).phase.isOpen else { throw Problem.notAccepted(try progress(id)) }
        } catch {
            end(reception, of: id, because: "\((error as? Problem)?.detail ?? "\(error)")")
            throw error
        }
        change(id) { ($0.phase, $0.problem) = (.transferring, nil) }
        return reception
    }

    /// Writes the bytes; true if the file is complete, checked and synced.
    private func take<Body: AsyncSequence & Sendable>(
        _ append: UploadAppend, of id: String, _ body: Body, _ reception: Reception
    ) async throws -> Bool where Body.Element == ByteBuffer {
        let known = try progress(id)
        return try await PartialFile.with(part(id), atMost: known.total, from: entries[id]?.checkpoint) { file in
            let count = await file.count
            await self.note(id, await file.checkpoint)
            guard count == append.offset else { throw TransferError.offset(expected: count) }
            do {
                try await self.stream(body, of: known, into: file, reception)
            } catch {
                await self.note(id, await file.checkpoint)
                throw error
            }
            await self.note(id, await file.checkpoint)
            let (end, digest) = (await file.count, await file.digest)
            guard end == known.total else {
                guard !append.isLast else {
                    throw Problem.badRequest(
                        "the end of \(known.name) did not come: \(end) of \(known.total) bytes did")
                }
                return false
            }
            guard digest == known.sha256 else {
                throw Problem.wrongDigest(known.name, expected: known.sha256, actual: digest)
            }
            try await file.synchronize()
            return true
        }
    }

    /// Writes the bytes, while `watch` watches the sender.
    private nonisolated func stream<Body: AsyncSequence & Sendable>(
        _ body: Body, of known: TransferProgress, into file: PartialFile, _ reception: Reception
    ) async throws where Body.Element == ByteBuffer {
        try await race(
            {
                try await file.take(body, upTo: known.total) {
                    [room = self.room, folder = self.records.directory] bytes in
                    try await room.checkWrite(bytes, needed: known.total - reception.arrived, in: folder)
                } progress: {
                    reception.arrived = $0
                }
            },
            { try await self.watch(reception, of: known.id, file) })
    }

    /// Throws if the reception was stopped or the sender is too slow; publishes the progress once a second.
    private nonisolated func watch(_ reception: Reception, of id: String, _ file: PartialFile) async throws {
        var (start, bytes) = (ContinuousClock.now, reception.arrived)
        let pace = Pace(bytes: .max, interval: .seconds(1))
        while true {
            try await Task.sleep(for: .milliseconds(100))
            if let problem = reception.problem { throw problem }
            let arrived = reception.arrived
            if pace.isDue(at: arrived) { await note(id, await file.checkpoint, isNews: true) }
            guard .now - start >= settings.patience else { continue }
            // A sender is not slow while its bytes wait for our own disk.
            let isWaiting = await file.count + PartialFile.batch > arrived
            guard !isWaiting || arrived - bytes >= settings.leastBytes else {
                throw Problem.tooSlow(settings.leastBytes, settings.patience)
            }
            (start, bytes) = (.now, arrived)
        }
    }

    private func note(_ id: String, _ checkpoint: PartialFile.Checkpoint, isNews: Bool = false) {
        entries[id]?.checkpoint = checkpoint
        entries[id]?.progress.bytes = checkpoint.count
        entries[id]?.touched = .now
        if let total = entries[id]?.progress.total { room.note(total - checkpoint.count, of: id) }
        if isNews { tell(id) }
    }

    /// Gives a complete file a free name, and only then publishes that it has arrived.
    private func publish(_ id: String) async throws {
        guard let entry = entries[id] else { throw CancellationError() }
        entries[id]?.written = try await PartialFile.written(part(id))
        for number in 1...10_000 {
            let name = entry.label.numbered(number)
            guard claimed.insert(name).inserted else { continue }
            defer { claimed.remove(name) }
            let target = path(of: name)
            // Spares a record for each name that is taken; whether it is free is decided below.
            if try await PartialFile.exists(target) { continue }
            var done = try progress(id)
            guard done.phase == .transferring else { throw Problem.notAccepted(done) }
            (done.phase, done.name, done.path) = (.received, name.text, target.string)
            done.milliseconds = (ContinuousClock.now - entry.offered) / .milliseconds(1)
            // Written before it is true: a record with a part means that the name was not given yet, a record without one that it
            // was. So a crash in between neither loses the file nor duplicates it.
            try await keepRecord(of: id, as: done)
            guard try await PartialFile.publish(part(id), asNew: target) else { continue }
            await forgetOthers(named: name, than: id)
            change(id) { $0 = done }
            return
        }
        throw Problem.conflict("no name is free for \(entry.label.text): ten thousand files have it already")
    }

    private func end(_ reception: Reception, of id: String, because reason: String?) {
        if entries[id]?.reception === reception {
            entries[id]?.reception = nil
            if entries[id]?.progress.phase == .transferring || entries[id]?.progress.phase == .accepted, let reason {
                change(id) { ($0.phase, $0.problem) = (.suspended, reason) }
            }
        }
        reception.ended.resolve(())
    }

    /// Suspends the file and keeps its bytes; discards them if they are not what was announced.
    private func suspend(_ id: String, _ reception: Reception, because error: any Error) async {
        let reason = reception.problem ?? Self.problem(error) as? Problem
        if let problem = reason, problem.type.hasSuffix(":wrong-digest") {
            change(id) { ($0.phase, $0.problem, $0.bytes) = (.failed, problem.detail, 0) }
            try? await discard(id)
        }
        let words =
            reason?.detail ?? (error as? TransferError)?.wordsWithoutPath ?? "the link broke, or the sender stopped"
        logger.info("file suspended", metadata: ["file": "\(id)", "reason": "\(words)", "error": "\(error)"])
        end(reception, of: id, because: words)
    }
}
