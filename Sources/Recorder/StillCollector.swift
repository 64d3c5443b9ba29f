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
final class StillCollector: Sendable {
    private let node: String
    private let directory: FilePath
    private let records: StillRecords
    private let events: EventFeed
    private let nursery: Nursery
    private let logger: Logger
    private let transfers = Mutex<[String: TransferProgress]>([:])

    /// - Parameter node: the id of the recorder that collects.
    init(node: String, directory: FilePath, events: EventFeed, nursery: Nursery, logger: Logger) {
        (self.node, self.directory, self.events) = (node, directory, events)
        records = StillRecords(beside: directory)
        (self.nursery, self.logger) = (nursery, logger)
    }

    /// Finds what an earlier life of the node has fetched.
    func load() async throws {
        for still in try await records.load() { transfers.withLock { $0[still.id] = still } }
    }

    /// All transfers, oldest first.
    var list: [TransferProgress] { transfers.withLock { $0.values.sorted { $0.id < $1.id } } }

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

    private subscript(id: String) -> TransferProgress? { transfers.withLock { $0[id] } }

    /// A still was taken, or found on a camera that came back: fetches it if it is meant for the recorder.
    func collect(_ still: Still, from client: ControlClient, announcedAt: Int64) {
        guard still.isFor(node) else { return }
        guard isNew(still) else {
            if isStored(still), still.needsReceipt(from: node) {
                _ = nursery.begin { try? await client.confirmStill(still) }
            }
            return
        }
        let began = nursery.begin { [self] in await fetch(still, from: client, announcedAt: announcedAt) }
        if !began { transfers.withLock { $0[still.transferID] = nil } }
    }

    /// Whether this recorder has stored it; it may have been deleted here since.
    private func isStored(_ still: Still) -> Bool {
        guard let known = self[still.transferID], known.sha256 == still.sha256 else { return false }
        return known.phase == .received || known.phase == .cancelled
    }

    private func isNew(_ still: Still) -> Bool {
        transfers.withLock { transfers in
            if let known = transfers[still.transferID], known.phase != .failed { return false }
            transfers[still.transferID] = TransferProgress(
                id: still.transferID, kind: .still, name: still.name, peer: still.camera, total: still.bytes,
                sha256: still.sha256)
            return true
        }
    }

    private func fetch(_ still: Still, from client: ControlClient, announcedAt: Int64) async {
        let id = still.transferID
        // The camera's names are labels: only the last component counts, and never a hidden one.
        guard
            let folder = FilePath.Component(still.camera), folder.kind == .regular,
            let name = FilePath.Component(still.name), name.kind == .regular, !still.name.hasPrefix(".")
        else {
            update(id) { ($0.phase, $0.problem) = (.failed, "the camera gave a name that is no file name") }
            return
        }
        let target = directory.appending(folder).appending(name)
        var delay = Duration.milliseconds(100)
        for attempt in 1...20 {
            do {
                try await WholeFiles(directory: directory.appending(folder)).makeDirectory()
                try await client.download(Download(still, to: target)) { bytes, _ in
                    self.update(id) { ($0.phase, $0.bytes) = (.transferring, bytes) }
                }
                let elapsed = Double(monotonicNanoseconds() - announcedAt) / 1e6
                update(id) { progress in
                    (progress.phase, progress.bytes, progress.problem) = (.received, still.bytes, nil)
                    (progress.milliseconds, progress.path) = (elapsed, target.string)
                }
                // Without it the next life of the node asks the camera again.
                guard let received = self[id] else { return }
                do {
                    try await records.keep(received)
                    if still.needsReceipt(from: node) { try await client.confirmStill(still) }
                } catch {
                    // The camera keeps the still and names it again when the link is made again.
                    logger.warning("still not confirmed", metadata: ["still": "\(still.id)", "error": "\(error)"])
                }
                return
            } catch {
                let isFinal = attempt == 20 || (error as? ControlClientError)?.isTransient != true
                update(id) { ($0.phase, $0.problem) = (isFinal ? .failed : .suspended, "\(error)") }
                logger.warning("still not fetched", metadata: ["still": "\(still.id)", "error": "\(error)"])
                guard !isFinal, (try? await Task.sleep(for: delay)) != nil else { return }
                delay = min(delay * 2, .seconds(5))
            }
        }
    }

    private func update(_ id: String, _ change: (inout TransferProgress) -> Void) {
        let progress: TransferProgress? = transfers.withLock { transfers in
            guard var progress = transfers[id] else { return nil }
            change(&progress)
            transfers[id] = progress
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

extension Still {
    /// Its name among the stills of all cameras: two may have been pressed in the same second.
    fileprivate var transferID: String { "\(id)-\(camera.prefix(8))" }
}
