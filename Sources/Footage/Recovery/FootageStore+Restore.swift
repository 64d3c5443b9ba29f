// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

extension FootageStore {
    /// The folder in which a file is written anew.
    static let repairFolder = "repair"
    /// The name of that file.
    private static let repairPart = "segment.part"
    /// The name of an unfinished copy of the bytes behind its last fragment.
    private static let surplusPart = "surplus.part"

    /// Removes the files that a killed `restore` has left, unless another process repairs files of the store now.
    static func removeAbandonedRepair(in directory: FilePath) {
        let folder = directory.appending(repairFolder)
        let parts = [repairPart, surplusPart].map { folder.appending($0) }
        guard parts.contains(where: { FileSystem.exists($0) }), let lock = try? DirectoryLock(folder) else { return }
        // If one cannot be removed, the next repair says why.
        for part in parts { try? FileSystem.remove(part) }
        withExtendedLifetime(lock) {}
    }

    /// Writes a closed segment's file anew, byte for byte as it was stored; `fetch` provides the fragments that are damaged.
    ///
    /// The file takes the place of the damaged one once it is whole and on the disk; until then that stays as it is. Another process
    /// may be using the store. Bytes behind the last fragment, which no row names, are copied to `recovered` before.
    ///
    /// Throws `damaged` if other bytes are fetched, or if the file cannot be made better; `notFound` if the segment is deleted
    /// meanwhile, `inUse` while another process repairs files of the store, `invalid` if the folder of the file is not there or if
    /// root would write to the store of another user, and the errors of the disk and of `fetch`.
    ///
    /// - Returns: the number of fragments that were fetched.
    package func restore(
        _ segment: StoredSegment, fetching fetch: @Sendable (StoredFragment) async throws -> [UInt8]
    ) async throws -> Int {
        try checkOwner()
        let path = directory.appending(segment.path)
        guard let head = try catalog.initSegment(segment.format), Digest(of: head) == segment.format else {
            throw FootageError.notFound("init segment of \(segment.path) in the catalog")
        }
        let size = try FileStatus(path)?.byteCount ?? 0
        let hasSurplus = size > segment.byteCount
        let own = path.removingLastComponent()
        // The folder of a camera may be on a disk of its own.
        guard FileSystem.exists(own) || FileSystem.exists(own.removingLastComponent()) else {
            throw FootageError.invalid(
                "\(own.removingLastComponent()) is not there: mount its disk, or make the folder, and repair again")
        }
        try FileSystem.makeDirectories(own)
        let folder = directory.appending(Self.repairFolder)
        try FileSystem.makeDirectories(folder)
        let lock = try DirectoryLock(folder)
        let part = folder.appending(Self.repairPart)
        try FileSystem.remove(part)
        guard let file = try FileSystem.create(part) else { throw DiskError.inUse(part.string) }
        defer {
            try? file.close()
            try? FileSystem.remove(part)
            withExtendedLifetime(lock) {}
        }
        try FileSystem.write(head, to: file, at: 0, part)
        let damaged = try? SegmentReader(segment.path, in: directory)
        let hasHead = (try? damaged?.bytes(at: 0, count: head.count)) == head
        var (end, fetched) = (head.count, 0)
        for fragment in try catalog.fragmentsFromEnd(ofSegment: segment.id).reversed() {
            guard fragment.offset == end else {
                throw FootageError.damaged(
                    path: segment.path, offset: end, reason: "no row names the bytes that belong here")
            }
            let bytes: [UInt8]
            if let intact = try? damaged?.checkedBytes(of: fragment) {
                bytes = intact
            } else {
                bytes = try fragment.check(try await fetch(fragment))
                fetched += 1
            }
            try FileSystem.write(bytes, to: file, at: end, part)
            end += bytes.count
        }
        guard end == segment.byteCount, fetched > 0 || !hasHead || hasSurplus else {
            throw FootageError.damaged(
                path: segment.path, offset: 0,
                reason: "the file has the stored bytes, and the catalog describes other frames")
        }
        try FileSystem.synchronize(file, part)
        if hasSurplus {
            let recovered = RecoveredFolder(of: directory, copying: folder.appending(Self.surplusPart))
            try recovered.copy(segment.path, from: segment.byteCount, to: size)
        }
        try FileSystem.rename(part, to: path)
        // A process that deletes the footage marks its row before it unlinks the file.
        guard try catalog.lastFragment(inSegment: segment.id) != nil else {
            try FileSystem.remove(path)
            throw FootageError.notFound("segment \(segment.path)")
        }
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
        return fetched
    }

    /// Throws if this process is root and the store belongs to another user, who chooses its paths and links.
    private func checkOwner() throws {
        guard FileOwner.isRoot, let owner = try FileOwner(of: directory), owner.user != 0 else { return }
        throw FootageError.invalid(
            "\(PathOwner(directory).map { "\($0)" } ?? "\(directory) belongs to another user"): repair as its owner (`sudo -u`)"
        )
    }
}
