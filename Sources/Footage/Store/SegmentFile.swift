// SPDX-License-Identifier: Apache-2.0

import Media
import Disk
import SystemPackage

/// A segment's file while it is being appended to.
///
/// Runs on the store's executor. Closes its descriptor when it is released.
final class SegmentFile {
    /// Makes written bytes durable; replaceable so that tests can let it fail.
    typealias Synchronize = @Sendable (FileDescriptor) throws(Errno) -> Void

    /// The row that describes it; `byteCount` and `isClosed` are those at the time of opening.
    let segment: StoredSegment
    /// The end of the bytes that the catalog knows.
    private var end: Int
    /// The offset of the next fragment.
    private var written: Int
    /// The number of the last fragment that was written.
    private(set) var lastSequence: Int
    /// Whether its name may not be on the disk yet.
    private(set) var isNew: Bool
    private let file: FilePath
    private let descriptor: FileDescriptor

    /// Creates the file of a segment that has only a row, and writes the init segment; nil if the name is taken.
    init?(creating segment: StoredSegment, in store: FilePath, for entry: FragmentEntry) throws(DiskError) {
        file = store.appending(segment.path)
        guard let descriptor = try FileSystem.create(file) else { return nil }
        self.descriptor = descriptor
        self.segment = segment
        lastSequence = entry.fragment.sequence - 1
        isNew = true
        end = entry.format.bytes.count
        written = end
        do {
            try FileSystem.write(entry.format.bytes, to: descriptor, at: 0, file)
        } catch {
            try? FileSystem.remove(file)
            throw error
        }
    }

    /// Opens a file that an earlier run left open.
    init(reopening segment: StoredSegment, in store: FilePath, after sequence: Int) throws(DiskError) {
        file = store.appending(segment.path)
        descriptor = try FileSystem.open(file, .readWrite)
        self.segment = segment
        lastSequence = sequence
        isNew = false
        end = segment.byteCount
        written = end
    }

    deinit {
        try? descriptor.close()
    }

    /// Whether a fragment continues this file: same camera segment, base and format, and the next number.
    func accepts(_ entry: FragmentEntry) -> Bool {
        segment.epoch == entry.epoch && segment.number == entry.segment && segment.base == entry.fragment.base
            && segment.format == entry.format.digest && lastSequence + 1 == entry.fragment.sequence
    }

    /// Appends a fragment and returns its offset.
    func write(_ entry: FragmentEntry) throws(DiskError) -> Int {
        let offset = written
        try FileSystem.write(entry.fragment.bytes, to: descriptor, at: offset, file)
        written += entry.fragment.bytes.count
        lastSequence = entry.fragment.sequence
        return offset
    }

    /// Waits until the written bytes are on the disk.
    func flush(_ synchronize: Synchronize) throws(DiskError) {
        do {
            try synchronize(descriptor)
        } catch {
            throw .system(operation: "sync", path: file.string, code: error.rawValue)
        }
        if isNew { try FileSystem.synchronizeDirectory(file.removingLastComponent()) }
        // A file that was deleted while it is open takes all that is written to it.
        guard try FileStatus(file)?.number == FileStatus(descriptor, file).number else {
            throw .system(operation: "find", path: file.string, code: Errno.noSuchFileOrDirectory.rawValue)
        }
    }

    /// Marks all written bytes as known to the catalog.
    func accept() {
        isNew = false
        end = written
    }

    /// Abandons a file after a failure: cuts off the bytes that no row names, as far as the disk still permits.
    func discard() {
        if isNew {
            try? FileSystem.remove(file)
        } else {
            try? FileSystem.cut(descriptor, to: end, file)
        }
    }
}
