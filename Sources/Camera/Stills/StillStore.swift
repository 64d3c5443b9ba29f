// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Logging
import Synchronization
package import SystemPackage
import Tasks
import Viewing
package import Wire

/// The camera's stills: each is a picture and a description, which is written last.
///
/// Only an index is in memory, so that the memory of a camera does not grow with its stills.
package final class StillStore: Sendable {
    private static let ending = ".json"

    private let files: WholeFiles
    private let index = Mutex(IDIndex<StillDelivery>())
    /// Serializes changes of descriptions, so that an older one never replaces a newer one or a deletion.
    private let changes = Turns(limit: 1)

    private let logger: Logger

    init(directory: FilePath, logger: Logger = Logger(label: "longshot")) {
        files = WholeFiles(directory: directory)
        self.logger = logger
    }

    /// Loads the index from the descriptions; leaves out files that are no descriptions, and those that cannot be read.
    func load() async throws {
        let unreadable = { @Sendable [logger] (name: String, error: DiskError) in
            logger.error("a still's description cannot be read", metadata: ["file": "\(name)", "error": "\(error)"])
        }
        var loaded = try await files.reduce(
            into: IDIndex<StillDelivery>(), ending: Self.ending, skip: unreadable
        ) { index, name, bytes in
            guard let still = Self.description(bytes), still.id + Self.ending == name else { return }
            index.append(still.id, still.delivery)
        }
        loaded.sort()
        index.withLock { [loaded] in $0 = loaded }
    }

    /// Stores a still; on disk when it returns.
    func keep(_ picture: [UInt8], _ still: Still) async throws {
        try await files.write(picture, as: still.name)
        try await write(still)
    }

    /// The stills after an id, oldest first.
    ///
    /// - Parameter isShown: whether to include a still; applied before the limit, so that only the last page is short.
    package func list(
        after id: String?, limit: Int, where isShown: (StillDelivery) -> Bool = { _ in true }
    ) async throws -> [Still] {
        var (stills, last) = ([Still](), id)
        while stills.count < limit {
            // Outside the lock, because the caller decides.
            let ids = index.withLock { $0 }.ids(after: last, limit: limit - stills.count, where: isShown)
            // A still that is deleted meanwhile does not make a page short.
            for id in ids {
                do {
                    if let still = try await read(id) { stills.append(still) }
                } catch {
                    // One of them does not hide the others.
                    logger.error("a still cannot be read", metadata: ["still": "\(id)", "error": "\(error)"])
                }
            }
            guard let end = ids.last else { break }
            last = end
        }
        return stills
    }

    /// The ids of the stills of a job, in order.
    func list(ofJob job: String) -> [String] {
        index.withLock { $0.ids(beginningWith: job + "-") }
    }

    /// A still's description.
    package func still(_ id: String) async throws -> Still {
        guard index.withLock({ $0[id] }) != nil, let still = try await read(id) else {
            throw Problem.notFound("there is no still \(id) on this camera: it was deleted, or is on the recorder only")
        }
        return still
    }

    /// The path of a still's picture.
    package func path(of still: Still) throws -> FilePath {
        try files.path(of: still.name)
    }

    /// The description on the disk; nil if there is none, or if it cannot be read as one.
    private func read(_ id: String) async throws -> Still? {
        let bytes: [UInt8]
        do {
            bytes = try await files.read(id + Self.ending)
        } catch  where error.isMissingFile {
            return nil
        }
        return Self.description(bytes)
    }

    private static func description(_ bytes: [UInt8]) -> Still? {
        try? JSON.decode(Still.self, from: Data(bytes))
    }

    private func write(_ still: Still) async throws {
        try await files.write(Array(try JSON.encode(still)), as: still.id + Self.ending)
        index.withLock { $0[still.id] = still.delivery }
    }

    /// Stores that a recorder has a still; deletes the still if every recipient that is paired has it.
    ///
    /// On disk when it returns. A repeated receipt changes nothing.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    package func confirm(_ id: String, by recorder: String, paired: Set<String>) async throws {
        try await changes.take()
        defer { changes.give() }
        var still = try await still(id)
        let before = still.receivedBy ?? []
        if !before.contains(recorder) { still.receivedBy = before + [recorder] }
        if still.delivery.isDelivered(among: paired) { return try await remove(still) }
        guard still.receivedBy != before else { return }
        try await write(still)
    }

    /// Deletes the stills that no recorder has to fetch any more, after a recorder was revoked.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    func deleteDelivered(among paired: Set<String>) async throws {
        for id in index.withLock({ $0 }).ids(where: { $0.isDelivered(among: paired) }) {
            do {
                try await delete(id)
            } catch is Problem {
                // The last receipt came meanwhile and deleted it.
                continue
            }
        }
    }

    /// Deletes a still, description first.
    package func delete(_ id: String) async throws {
        try await changes.take()
        defer { changes.give() }
        try await remove(try await still(id))
    }

    private func remove(_ still: Still) async throws {
        index.withLock { $0[still.id] = nil }
        try await files.remove(still.id + Self.ending)
        try await files.remove(thumbnailName(still))
        try await files.remove(still.name)
    }

    private func thumbnailName(_ still: Still) -> String {
        still.id + ".thumbnail.jpg"
    }
}

extension StillStore: Thumbnails.Shelf {
    func picture(of id: String) async throws -> (bytes: [UInt8], type: String) {
        let still = try await still(id)
        return (try await files.read(still.name), still.type)
    }

    func thumbnail(of id: String) async throws -> [UInt8] {
        try await files.read(thumbnailName(try await still(id)))
    }

    func keep(thumbnail: [UInt8], of id: String) async throws {
        let still = try await still(id)
        try await files.write(thumbnail, as: thumbnailName(still))
        // If the still was deleted meanwhile, nothing else would delete its thumbnail.
        if index.withLock({ $0[id] }) == nil { try await files.remove(thumbnailName(still)) }
    }
}
