// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

extension FootageStore {
    /// The folder in which a file is written anew.
    private static let workshop = "repair"

    /// Writes a closed segment's file anew, byte for byte as it was stored; `fetch` provides the fragments that are damaged.
    ///
    /// The file takes the place of the damaged one once it is whole and on the disk. Another process may be using the store.
    /// Throws `damaged` if other bytes are fetched, `notFound` if the segment is deleted meanwhile, and `inUse` while another
    /// process repairs files of the store; then the damaged file is as it was.
    ///
    /// - Returns: the number of fragments that were fetched.
    package func restore(
        _ segment: StoredSegment, fetching fetch: @Sendable (StoredFragment) async throws -> [UInt8]
    ) async throws -> Int {
        let path = directory.appending(segment.path)
        guard let head = try catalog.initSegment(segment.format) else {
            throw FootageError.notFound("init segment of \(segment.path)")
        }
        if let size = try FileStatus(path)?.byteCount, size > segment.byteCount {
            throw FootageError.damaged(
                path: segment.path, offset: segment.byteCount,
                reason: "bytes that no row names lie behind the last fragment")
        }
        let workshop = directory.appending(Self.workshop)
        try FileSystem.makeDirectories(workshop)
        let lock = try DirectoryLock(workshop)
        let part = workshop.appending("segment.part")
        try FileSystem.remove(part)
        guard let file = try FileSystem.create(part) else { throw DiskError.inUse(part.string) }
        defer {
            try? file.close()
            try? FileSystem.remove(part)
            withExtendedLifetime(lock) {}
        }
        var (end, fetched) = (head.count, 0)
        try FileSystem.write(head, to: file, at: 0, part)
        let damaged = try? SegmentReader(segment.path, in: directory)
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
        if FileOwner.isRoot, let owner = try FileOwner(of: path.removingLastComponent()) {
            try FileSystem.give(file, to: owner, part)
        }
        try FileSystem.synchronize(file, part)
        try FileSystem.makeDirectories(path.removingLastComponent())
        try FileSystem.rename(part, to: path)
        // A process that deletes the footage marks its row before it unlinks the file.
        guard try catalog.filledSegments(of: segment.recording).contains(where: { $0.id == segment.id }) else {
            try FileSystem.remove(path)
            throw FootageError.notFound("segment \(segment.path)")
        }
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
        return fetched
    }
}
