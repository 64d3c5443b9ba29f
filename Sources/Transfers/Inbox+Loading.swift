// SPDX-License-Identifier: Apache-2.0
import Disk
import _NIOFileSystem
import FoundationEssentials
import Logging
import SystemPackage
import Wire

extension Inbox {
    /// Loads received files and resumable partial files from an earlier run of the node.
    ///
    /// Removes partial files without a record, and the records of received files that no longer exist.
    package func load() async throws {
        for (name, bytes) in try await records.all(ending: ".json") {
            guard let record = try? JSON.decode(TransferRecord.self, from: Data(bytes)),
                name == record.progress.id + ".json"
            else {
                logger.warning("a file's record cannot be read, and is ignored", metadata: ["record": "\(name)"])
                continue
            }
            guard isSafe(record.progress) else {
                logger.warning(
                    "a file's record names a path outside the folder, and is ignored",
                    metadata: ["record": "\(name)"])
                continue
            }
            await takeUp(record)
        }
        try await removeStrayParts()
    }

    /// Whether a record names a file inside the folder; records of earlier versions contain its path.
    private func isSafe(_ progress: TransferProgress) -> Bool {
        guard let name = PeerFileName(stored: progress.name) else { return false }
        return progress.path == nil || progress.path == path(of: name).string
    }

    private func takeUp(_ record: TransferRecord) async {
        var entry = Entry(progress: record.progress, label: PeerFileName(record.label))
        let id = record.progress.id
        let info = try? await PartialFile.files.info(forFileAt: part(id), infoAboutSymbolicLink: true)
        if record.progress.phase == .received, info == nil {
            guard await isThere(record.progress) else {
                try? await records.remove(id + ".json")
                return
            }
            entry.progress.path = PeerFileName(stored: record.progress.name).map { path(of: $0).string }
            entry.written = record.written
        } else if record.progress.phase != .offered {
            (entry.progress.name, entry.progress.path, entry.progress.milliseconds) = (entry.label.text, nil, nil)
            entry.progress.bytes = min(Int(info?.size ?? 0), record.progress.total)
            (entry.progress.phase, entry.progress.problem) = (.suspended, "the node was restarted")
        }
        entries[id] = entry
        guard entry.progress.phase == .suspended else { return }
        // If the disk has no room for all reservations, those loaded first keep theirs.
        try? await room.promise(entry.progress.total - entry.progress.bytes, to: id, in: records.directory)
    }

    private func removeStrayParts() async throws {
        for path in try await Self.parts(in: records.directory) {
            guard let stem = path.stem, entries[stem] == nil else { continue }
            try await PartialFile.discard(path)
        }
    }

    private static func parts(in folder: FilePath) async throws -> [FilePath] {
        guard try await PartialFile.files.info(forFileAt: folder) != nil else { return [] }
        return try await PartialFile.files.withDirectoryHandle(atPath: folder) { handle in
            var paths: [FilePath] = []
            for try await item in handle.listContents() where item.name.extension == "part" { paths.append(item.path) }
            return paths
        }
    }
}
