// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import GStreamer
import Logging
import Synchronization
import SystemPackage
import Wire

/// Fetches the stills that are to be kept on the recorder: resumed where they stopped, shown when they are whole.
final class StillCollector: Sendable {
    private let node: String
    private let directory: FilePath
    private let events: EventFeed
    private let nursery: Nursery
    private let logger: Logger
    private let transfers = Mutex<[String: TransferProgress]>([:])

    /// - Parameter node: the id of the recorder that collects.
    init(node: String, directory: FilePath, events: EventFeed, nursery: Nursery, logger: Logger) {
        (self.node, self.directory, self.events) = (node, directory, events)
        (self.nursery, self.logger) = (nursery, logger)
    }

    /// All transfers, oldest first.
    var list: [TransferProgress] { transfers.withLock { $0.values.sorted { $0.id < $1.id } } }

    /// A still was taken, or found on a camera that came back: fetches it if it is meant for the recorder.
    func collect(_ still: Still, from client: ControlClient, announcedAt: Int64) {
        guard still.isFor(node), isNew(still) else { return }
        let began = nursery.begin { [self] in await fetch(still, from: client, announcedAt: announcedAt) }
        if !began { transfers.withLock { $0[still.id] = nil } }
    }

    private func isNew(_ still: Still) -> Bool {
        transfers.withLock { transfers in
            if let known = transfers[still.id], known.phase != .failed { return false }
            transfers[still.id] = TransferProgress(
                id: still.id, kind: .still, name: still.name, peer: still.camera, total: still.bytes,
                sha256: still.sha256)
            return true
        }
    }

    private func fetch(_ still: Still, from client: ControlClient, announcedAt: Int64) async {
        // The camera's names are labels: only the last component counts, and never a hidden one.
        guard
            let folder = FilePath.Component(still.camera), folder.kind == .regular,
            let name = FilePath.Component(still.name), name.kind == .regular, !still.name.hasPrefix(".")
        else {
            update(still.id) { ($0.phase, $0.problem) = (.failed, "the camera gave a name that is no file name") }
            return
        }
        let target = directory.appending(folder).appending(name)
        var delay = Duration.milliseconds(100)
        for attempt in 1...20 {
            do {
                try await WholeFiles(directory: directory.appending(folder)).makeDirectory()
                try await client.download(Download(still, to: target)) { bytes, _ in
                    self.update(still.id) { ($0.phase, $0.bytes) = (.transferring, bytes) }
                }
                let elapsed = Double(monotonicNanoseconds() - announcedAt) / 1e6
                if still.save == .recorder { try? await client.deleteStill(still.id) }
                update(still.id) { progress in
                    (progress.phase, progress.bytes, progress.problem) = (.received, still.bytes, nil)
                    (progress.milliseconds, progress.path) = (elapsed, target.string)
                }
                return
            } catch {
                let isFinal = attempt == 20 || (error as? ControlClientError)?.isTransient != true
                update(still.id) { ($0.phase, $0.problem) = (isFinal ? .failed : .suspended, "\(error)") }
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
