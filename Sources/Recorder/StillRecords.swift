// SPDX-License-Identifier: Apache-2.0
import Footage
import FoundationEssentials
import SystemPackage
import Wire

/// What a recorder knows of the stills that it has fetched, and their thumbnails: files of its own beside them.
struct StillRecords: Sendable {
    private static let thumbnail = ".thumbnail.jpg"

    private let files: WholeFiles

    /// - Parameter directory: where the stills are.
    init(beside directory: FilePath) {
        files = WholeFiles(directory: directory.appending(".stills"))
    }

    /// All that was kept; a still whose file is gone is forgotten, unless it was deleted here.
    func load() async throws -> [TransferProgress] {
        var (known, folders): ([TransferProgress], [String: Set<String>]) = ([], [:])
        for (name, bytes) in try await files.all(ending: ".json") {
            guard let still = try? JSON.decode(TransferProgress.self, from: Data(bytes)),
                let path = still.path, let end = path.lastIndex(of: "/")
            else { continue }
            let (folder, file) = (String(path[..<end]), String(path[path.index(after: end)...]))
            if folders[folder] == nil {
                folders[folder] = Set(try await WholeFiles(directory: FilePath(folder)).names())
            }
            if still.phase == .cancelled || folders[folder]?.contains(file) == true {
                known.append(still)
            } else {
                try await files.remove(name)
                try await dropThumbnail(of: still.id)
            }
        }
        return known
    }

    /// Keeps what is known of a still.
    func keep(_ still: TransferProgress) async throws {
        try await files.write(Array(try JSON.encode(still)), as: still.id + ".json")
    }

    /// The thumbnail of a still; throws when it has not been made.
    func thumbnail(of id: String) async throws -> [UInt8] {
        try await files.read(id + Self.thumbnail)
    }

    /// Keeps the thumbnail of a still.
    func keep(thumbnail: [UInt8], of id: String) async throws {
        try await files.write(thumbnail, as: id + Self.thumbnail)
    }

    /// Drops the thumbnail of a still that is gone.
    func dropThumbnail(of id: String) async throws {
        try await files.remove(id + Self.thumbnail)
    }
}
