// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Logging
import SystemPackage
import Transfers
import Wire

/// The records of fetched stills, and their thumbnails.
///
/// They are in `still-records`, a folder beside the stills, so that a camera's file cannot replace a record. A record holds the
/// name of a still's file, never its path: the path follows from the camera that took the still.
struct StillRecords: Sendable {
    private static let (ending, thumbnail) = (".json", ".thumbnail.jpg")

    private let stills: FilePath
    private let files: WholeFiles
    private let logger: Logger

    /// - Parameter directory: the folder of the stills.
    init(beside directory: FilePath, logger: Logger) {
        (stills, self.logger) = (directory, logger)
        files = WholeFiles(directory: directory.removingLastComponent().appending("still-records"))
    }

    private struct Loading {
        var known = KnownStills()
        /// The stills whose files are gone.
        var gone: [String] = []
    }

    /// Loads all records; deletes the record of a still whose file is gone, unless a client deleted that still.
    ///
    /// Ignores a record that names anything but a file in its camera's folder, and does not open that file.
    func load() async throws -> KnownStills {
        await takeOverOlder()
        var loaded = try await files.reduce(into: Loading(), ending: Self.ending) { loaded, record, bytes in
            guard let still = still(bytes, in: record) else {
                logger.warning(
                    "a still's record is ignored: it is not one of this recorder", metadata: ["record": "\(record)"])
                return
            }
            if still.phase == .cancelled || still.path.map({ !Self.isGone(FilePath($0)) }) == true {
                loaded.known.load(still)
            } else {
                loaded.gone.append(still.id)
            }
        }
        for still in loaded.gone {
            try await files.remove(still + Self.ending)
            try await dropThumbnail(of: still)
        }
        loaded.known.sort()
        return loaded.known
    }

    /// Whether the folder of a still is there and the still is not: the folder may be on a disk that is not mounted yet.
    private static func isGone(_ path: FilePath) -> Bool {
        let folder = path.removingLastComponent()
        return FileSystem.exists(folder)
            && FileSystem.isAbsent(path.lastComponent?.string ?? "", in: folder.string)
    }

    /// The record of a still; nil if there is none.
    func read(_ id: String) async throws -> TransferProgress? {
        do {
            return still(try await files.read(id + Self.ending), in: id + Self.ending)
        } catch  where error.isMissingFile {
            return nil
        }
    }

    /// Stores the record of a still, without its path.
    func keep(_ still: TransferProgress) async throws {
        var record = still
        record.path = nil
        try await files.write(Array(try JSON.encode(record)), as: still.id + Self.ending)
    }

    /// The thumbnail of a still; throws if there is none.
    func thumbnail(of id: String) async throws -> [UInt8] {
        try await files.read(id + Self.thumbnail)
    }

    func keep(thumbnail: [UInt8], of id: String) async throws {
        try await files.write(thumbnail, as: id + Self.thumbnail)
    }

    func dropThumbnail(of id: String) async throws {
        try await files.remove(id + Self.thumbnail)
    }

    /// Moves the records of earlier versions, which were among the stills.
    private func takeOverOlder() async {
        let older = stills.appending(".stills")
        do {
            try await files.takeOver(older)
        } catch {
            // A folder cannot be renamed onto another disk, and the stills may be on one of their own.
            logger.info("records of stills are copied", metadata: ["from": "\(older)", "reason": "\(error)"])
            for (name, bytes) in (try? await WholeFiles(directory: older).all(ending: Self.ending)) ?? [] {
                try? await files.write(bytes, as: name)
            }
        }
    }

    /// The still of a record, with its path; nil if no recorder writes such a record.
    private func still(_ bytes: [UInt8], in record: String) -> TransferProgress? {
        guard var still = try? JSON.decode(TransferProgress.self, from: Data(bytes)),
            let path = safePath(of: still, in: record)
        else { return nil }
        still.path = path.string
        return still
    }

    /// The path of a record's still; nil if no recorder writes such a record.
    private func safePath(of still: TransferProgress, in record: String) -> FilePath? {
        guard still.kind == .still, still.phase == .received || still.phase == .cancelled,
            record == still.id + Self.ending, PeerItemID(still.id) != nil, PeerItemID(still.peer) != nil,
            let name = PeerFileName(stored: still.name)
        else { return nil }
        let path = stills.appending(still.peer).appending(name)
        // Records of earlier versions hold a path.
        return still.path == nil || still.path == path.string ? path : nil
    }
}
