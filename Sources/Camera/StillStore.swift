// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Synchronization
package import SystemPackage
import Tasks
import Viewing
package import Wire

/// The camera's stills: each is a picture and a description, which is written last.
package final class StillStore: Sendable {
    private let files: WholeFiles
    private let known = Mutex<[String: Still]>([:])
    /// Serializes changes of descriptions, so that an older one never replaces a newer one or a deletion.
    private let changes = Turns(limit: 1)

    init(directory: FilePath) {
        files = WholeFiles(directory: directory)
    }

    /// Loads the descriptions.
    func load() async throws {
        for (_, bytes) in try await files.all(ending: ".json") {
            guard let still = try? JSON.decode(Still.self, from: Data(bytes)) else { continue }
            known.withLock { $0[still.id] = still }
        }
    }

    /// Stores a still; on disk when it returns.
    func keep(_ picture: [UInt8], _ still: Still) async throws {
        try await files.write(picture, as: still.name)
        try await files.write(Array(try JSON.encode(still)), as: still.id + ".json")
        known.withLock { $0[still.id] = still }
    }

    /// The stills after an id, oldest first.
    ///
    /// - Parameter isShown: whether to include a still; applied before the limit, so that only the last page is short.
    package func list(after id: String?, limit: Int, where isShown: (Still) -> Bool = { _ in true }) -> [Still] {
        let stills = known.withLock { Array($0.values) }.filter { still in
            (id.map { IDOrder.precedes($0, still.id) } ?? true) && isShown(still)
        }
        return Array(stills.sorted { IDOrder.precedes($0.id, $1.id) }.prefix(limit))
    }

    /// The ids of the stills of a job, in order.
    func list(ofJob job: String) -> [String] {
        known.withLock { $0.values.filter { $0.job == job }.map(\.id) }.sorted(by: IDOrder.precedes)
    }

    /// A still's description.
    package func still(_ id: String) throws(Problem) -> Still {
        guard let still = known.withLock({ $0[id] }) else {
            throw .notFound("there is no still \(id) on this camera: it was deleted, or is on the recorder only")
        }
        return still
    }

    /// The path of a still's picture.
    package func path(of id: String) throws -> FilePath {
        try files.path(of: try still(id).name)
    }

    /// Stores that a recorder has a still; deletes the still if every recipient that is paired has it.
    ///
    /// On disk when it returns. A repeated receipt changes nothing.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    package func confirm(_ id: String, by recorder: String, paired: Set<String>) async throws {
        try await changes.take()
        defer { changes.give() }
        var still = try still(id)
        let before = still.receivedBy ?? []
        if !before.contains(recorder) { still.receivedBy = before + [recorder] }
        if still.isDelivered(among: paired) { return try await remove(still) }
        guard still.receivedBy != before else { return }
        try await files.write(Array(try JSON.encode(still)), as: still.id + ".json")
        known.withLock { $0[id] = still }
    }

    /// Deletes the stills that no recorder has to fetch any more, after a recorder was revoked.
    ///
    /// - Parameter paired: the ids of the recorders that are paired and not revoked.
    func deleteDelivered(among paired: Set<String>) async throws {
        for id in known.withLock({ $0.values.filter { $0.isDelivered(among: paired) }.map(\.id) }).sorted() {
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
        try await remove(try still(id))
    }

    private func remove(_ still: Still) async throws {
        known.withLock { $0[still.id] = nil }
        try await files.remove(still.id + ".json")
        try await files.remove(thumbnailName(still))
        try await files.remove(still.name)
    }

    private func thumbnailName(_ still: Still) -> String {
        still.id + ".thumbnail.jpg"
    }
}

extension StillStore: Thumbnails.Shelf {
    func picture(of id: String) async throws -> (bytes: [UInt8], type: String) {
        let still = try still(id)
        return (try await files.read(still.name), still.type)
    }

    func thumbnail(of id: String) async throws -> [UInt8] {
        try await files.read(thumbnailName(try still(id)))
    }

    func keep(thumbnail: [UInt8], of id: String) async throws {
        let still = try still(id)
        try await files.write(thumbnail, as: thumbnailName(still))
        // If the still was deleted meanwhile, nothing else would delete its thumbnail.
        if known.withLock({ $0[id] == nil }) { try await files.remove(thumbnailName(still)) }
    }
}
