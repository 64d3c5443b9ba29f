// SPDX-License-Identifier: Apache-2.0
import _NIOFileSystem
import SystemPackage
package import Wire

/// Received files, which people move, change and replace by hand.
extension Inbox {
    /// Whether a received file still exists with its size.
    package nonisolated func isThere(_ progress: TransferProgress) async -> Bool {
        guard let info = await found(progress)?.info else { return false }
        return info.type == .regular && info.size == Int64(progress.total)
    }

    /// Whether what is stored under a received file's name is that file.
    func isAsReceived(_ id: String) async throws -> Bool {
        guard let entry = entries[id], let (path, info) = await found(entry.progress),
            info.type == .regular, info.size == Int64(entry.progress.total)
        else { return false }
        if entry.written == info.lastDataModificationTime.sum { return true }
        return try await FileDigest.of(path, followsLinks: false)?.sha256 == entry.progress.sha256
    }

    /// Deletes a received file; throws a conflict if its name now belongs to something else.
    func removeReceived(_ id: String) async throws {
        guard let entry = entries[id], let (path, _) = await found(entry.progress) else { return }
        guard try await isAsReceived(id) else {
            throw Problem.conflict(
                "\(path) is not the file that arrived: it was changed or replaced by hand, and stays. Remove it or rename it, "
                    + "and delete the file here again")
        }
        try await PartialFile.discard(path)
    }

    /// Forgets received files whose name another one gets now: they were moved or deleted by hand.
    func forgetOthers(named name: PeerFileName, than id: String) async {
        for other in entries.values.map(\.progress)
        where other.phase == .received && other.name == name.text && other.id != id {
            await forget(other.id)
        }
    }

    private nonisolated func found(_ progress: TransferProgress) async -> (path: FilePath, info: FileInfo)? {
        guard let path = PeerFileName(stored: progress.name).map({ path(of: $0) }),
            let info = try? await PartialFile.files.info(forFileAt: path, infoAboutSymbolicLink: true)
        else { return nil }
        return (path, info)
    }
}

extension FileInfo.Timespec {
    /// The nanoseconds since 1970.
    var sum: Int64 { Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds) }
}
