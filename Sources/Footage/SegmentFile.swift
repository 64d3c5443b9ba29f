// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// A segment's file while it is being appended to.
///
/// Belongs to the store's executor. Closes its descriptor when it goes.
final class SegmentFile {
    /// Makes written bytes durable; replaceable so that tests can let it fail.
    typealias Synchronize = @Sendable (FileDescriptor) throws(Errno) -> Void

    let epoch: Int
    let number: Int
    let part: Int
    let base: Tick
    let format: Digest
    /// Relative to the store.
    let path: String
    /// The catalog's number; nil until the first row is written.
    private(set) var id: Int64?
    private(set) var lastSequence: Int
    private(set) var end: Int
    private let file: FilePath
    private let descriptor: FileDescriptor

    /// Makes a new file with an init segment at its head; nil if the name is taken.
    init?(creating path: String, in store: FilePath, part: Int, for entry: FragmentEntry) throws {
        file = store.appending(path)
        guard let descriptor = try FileSystem.create(file) else { return nil }
        self.descriptor = descriptor
        self.path = path
        self.part = part
        epoch = entry.epoch
        number = entry.segment
        base = entry.fragment.base
        format = entry.format.digest
        lastSequence = entry.fragment.sequence - 1
        end = 0
        do {
            try FileSystem.write(entry.format.bytes, to: descriptor, at: 0, file)
            end = entry.format.bytes.count
        } catch {
            discard()
            throw error
        }
    }

    /// Opens a file that an earlier run left open.
    init(reopening segment: StoredSegment, in store: FilePath, after sequence: Int) throws {
        file = store.appending(segment.path)
        descriptor = try FileSystem.open(file, .readWrite)
        path = segment.path
        part = segment.part
        epoch = segment.epoch
        number = segment.number
        base = segment.base
        format = segment.format
        id = segment.id
        lastSequence = sequence
        end = segment.byteCount
    }

    deinit {
        try? descriptor.close()
    }

    /// Whether a fragment continues this file: same camera segment, base and format, and the next number.
    func accepts(_ entry: FragmentEntry) -> Bool {
        epoch == entry.epoch && number == entry.segment && base == entry.fragment.base
            && format == entry.format.digest && lastSequence + 1 == entry.fragment.sequence
    }

    /// Writes a fragment behind the last one and waits until it is on the disk.
    func write(_ entry: FragmentEntry, _ synchronize: Synchronize) throws -> PreparedFragment {
        try FileSystem.write(entry.fragment.bytes, to: descriptor, at: end, file)
        do {
            try synchronize(descriptor)
        } catch {
            throw FootageError.system(operation: "sync", path: file.string, code: error.rawValue)
        }
        if id == nil { try FileSystem.synchronizeDirectory(file.removingLastComponent()) }
        return PreparedFragment(entry: entry, segment: id, part: part, path: path, offset: end)
    }

    /// Notes that a fragment's row is in the catalog.
    func accept(_ fragment: PreparedFragment, id: Int64) {
        self.id = id
        end = fragment.end
        lastSequence = fragment.entry.fragment.sequence
    }

    /// Gives up a file after a failure: what no row names is cut off, as far as the disk still lets us.
    func discard() {
        if id == nil {
            try? FileSystem.remove(file)
        } else {
            try? FileSystem.cut(descriptor, to: end, file)
        }
    }
}
