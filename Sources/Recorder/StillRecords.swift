// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Logging
import SystemPackage
import Transfers
import Wire

/// What a recorder knows of the stills that it has fetched, and their thumbnails.
///
/// They are in `still-records`, a folder beside that of the stills, so that no file of a camera can take the place of a record.
/// A record holds the name of a still's file, never its path: the path follows from the camera that took the still.
struct StillRecords: Sendable {
    private static let thumbnail = ".thumbnail.jpg"

    private let stills: FilePath
    private let files: WholeFiles
    private let logger: Logger

    /// - Parameter directory: where the stills are.
    init(beside directory: FilePath, logger: Logger) {
        (stills, self.logger) = (directory, logger)
        files = WholeFiles(directory: directory.removingLastComponent().appending("still-records"))
    }

    /// All that was stored; a still whose file is gone is forgotten, unless it was deleted here.
    ///
    /// A record that names anything but a file in the folder of its camera is ignored, and the file is not opened.
    func load() async throws -> [TransferProgress] {
        await takeOverOlder()
        var (known, names): ([TransferProgress], [String: Set<String>]) = ([], [:])
        for (record, bytes) in try await files.all(ending: ".json") {
            guard var still = try? JSON.decode(TransferProgress.self, from: Data(bytes)),
                let path = safePath(of: still, in: record)
            else {
                logger.warning(
                    "a still's record is ignored: it is not one of this recorder", metadata: ["record": "\(record)"])
                continue
            }
            let folder = path.removingLastComponent()
            if names[still.peer] == nil { names[still.peer] = Set(try await WholeFiles(directory: folder).names()) }
            if still.phase == .cancelled || names[still.peer]?.contains(still.name) == true {
                still.path = path.string
                known.append(still)
            } else {
                try await files.remove(record)
                try await dropThumbnail(of: still.id)
            }
        }
        return known
    }

    /// Stores what is known of a still.
    func keep(_ still: TransferProgress) async throws {
        var record = still
        record.path = nil
        try await files.write(Array(try JSON.encode(record)), as: still.id + ".json")
    }

    /// The thumbnail of a still; throws when it has not been made.
    func thumbnail(of id: String) async throws -> [UInt8] {
        try await files.read(id + Self.thumbnail)
    }

    /// Stores the thumbnail of a still.
    func keep(thumbnail: [UInt8], of id: String) async throws {
        try await files.write(thumbnail, as: id + Self.thumbnail)
    }

    /// Drops the thumbnail of a still that is gone.
    func dropThumbnail(of id: String) async throws {
        try await files.remove(id + Self.thumbnail)
    }

    /// Earlier versions had the records among the stills.
    private func takeOverOlder() async {
        let older = stills.appending(".stills")
        do {
            try await files.takeOver(older)
        } catch {
            // The stills may be on a disk of their own, and a folder cannot be renamed onto another disk.
            logger.info("records of stills are copied", metadata: ["from": "\(older)", "reason": "\(error)"])
            for (name, bytes) in (try? await WholeFiles(directory: older).all(ending: ".json")) ?? [] {
                try? await files.write(bytes, as: name)
            }
        }
    }

    /// The path of the still that a record is of; nil unless the record is one that a recorder writes.
    private func safePath(of still: TransferProgress, in record: String) -> FilePath? {
        guard still.kind == .still, still.phase == .received || still.phase == .cancelled,
            record == still.id + ".json", PeerItemID(still.id) != nil, PeerItemID(still.peer) != nil,
            let name = PeerFileName(stored: still.name)
        else { return nil }
        let path = stills.appending(still.peer).appending(name)
        // Records of earlier versions hold a path.
        return still.path == nil || still.path == path.string ? path : nil
    }
}
