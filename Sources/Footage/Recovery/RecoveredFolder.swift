// SPDX-License-Identifier: Apache-2.0

import Disk
import SystemPackage

/// The folder of a store for footage that no row of the catalog names, but that may be good.
///
/// A start moves such footage here instead of deleting it; a policy that needs space deletes it before other footage.
struct RecoveredFolder {
    /// Its name, relative to the store.
    static let name = "recovered"
    /// An unfinished copy; a start removes it.
    private static let unfinished = ".copying"
    private static let chunk = 1 << 20

    private let store: FilePath
    private let path: FilePath
    private let copying: FilePath

    /// The folder of a store.
    ///
    /// - Parameter copying: the path of an unfinished copy, for a process that does not have the store's lock.
    init(of store: FilePath, copying: FilePath? = nil) {
        let path = store.appending(Self.name)
        (self.store, self.path, self.copying) = (store, path, copying ?? path.appending(Self.unfinished))
    }

    /// The files in it, the oldest first.
    func files() throws(DiskError) -> [RecoveredFile] {
        var files: [RecoveredFile] = []
        for name in try FileSystem.names(in: path) where name != Self.unfinished {
            guard let status = try FileStatus(path.appending(name)), status.isRegular else { continue }
            files.append(RecoveredFile(name: name, byteCount: status.byteCount, modifiedAt: status.modifiedAt))
        }
        return files.sorted { ($0.modifiedAt, $0.name) < ($1.modifiedAt, $1.name) }
    }

    /// The path of a file.
    func path(of file: RecoveredFile) -> FilePath {
        path.appending(file.name)
    }

    /// Removes an unfinished copy of an earlier run.
    func tidy() throws(DiskError) {
        try FileSystem.remove(copying)
    }

    /// Moves a file of the store here and returns its new name.
    func move(_ origin: String) throws(DiskError) -> String {
        try FileSystem.makeDirectories(path)
        let name = try freeName(origin, offset: 0)
        let file = store.appending(origin)
        try FileSystem.rename(file, to: path.appending(name))
        try FileSystem.synchronizeDirectory(path)
        try FileSystem.synchronizeDirectory(file.removingLastComponent())
        return name
    }

    /// Copies the end of a file of the store here, durably.
    func copy(_ origin: String, from offset: Int, to end: Int) throws(DiskError) {
        try FileSystem.makeDirectories(path)
        let source = try FileSystem.open(store.appending(origin), .readOnly)
        defer { try? source.close() }
        let range = offset..<end
        guard try !isCopied(origin, source, range) else { return }
        try tidy()
        guard let file = try FileSystem.create(copying) else { throw .inUse(path.string) }
        defer { try? file.close() }
        do {
            for place in stride(from: offset, to: end, by: Self.chunk) {
                let count = min(Self.chunk, end - place)
                let bytes = try FileSystem.read(count, from: source, at: place, store.appending(origin))
                try FileSystem.write(bytes, to: file, at: place - offset, copying)
            }
            try FileSystem.synchronize(file, copying)
            try FileSystem.rename(copying, to: path.appending(try freeName(origin, offset: offset)))
            try FileSystem.synchronizeDirectory(path)
        } catch {
            try? tidy()
            throw error
        }
    }

    /// Moves a file back to its original path, where there must be none.
    func putBack(_ file: RecoveredFile) throws(DiskError) {
        let origin = store.appending(file.origin)
        try FileSystem.makeDirectories(origin.removingLastComponent())
        try FileSystem.rename(path(of: file), to: origin)
        try FileSystem.synchronizeDirectory(origin.removingLastComponent())
        try FileSystem.synchronizeDirectory(path)
    }

    /// Deletes a file.
    func remove(_ file: RecoveredFile) throws(DiskError) {
        try FileSystem.remove(path(of: file))
        try FileSystem.synchronizeDirectory(path)
    }

    /// Whether an earlier start copied the same bytes but could not cut the file afterwards: otherwise each failing start would add
    /// a copy.
    private func isCopied(
        _ origin: String, _ source: FileDescriptor, _ range: Range<Int>
    ) throws(DiskError) -> Bool {
        let copy = path.appending(RecoveredFile.name(of: origin, offset: range.lowerBound, copy: 1))
        guard let status = try FileStatus(copy), status.byteCount == range.count else { return false }
        let file = try FileSystem.open(copy, .readOnly)
        defer { try? file.close() }
        for place in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
            let count = min(Self.chunk, range.upperBound - place)
            let bytes = try FileSystem.read(count, from: source, at: place, store.appending(origin))
            guard try FileSystem.read(count, from: file, at: place - range.lowerBound, copy) == bytes else {
                return false
            }
        }
        return true
    }

    private func freeName(_ origin: String, offset: Int) throws(DiskError) -> String {
        for copy in 1...10_000 {
            let name = RecoveredFile.name(of: origin, offset: offset, copy: copy)
            if try FileStatus(path.appending(name)) == nil { return name }
        }
        throw .invalid("\(path) holds 10,000 files of the name \(origin): delete those that you do not need")
    }
}
