// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemPackage

/// A folder of small files that are written whole or not at all, and survive a power cut once written.
///
/// Waits for the disk on a thread of its own: callers `await`.
package actor WholeFiles {
    /// The folder.
    package nonisolated let directory: FilePath
    private let executor: BlockingExecutor
    /// Preallocated files: a write uses the blocks of one when the disk is full.
    private nonisolated let spares: [FilePath]
    private let permissions: FilePermissions

    /// Names a folder, which the first write creates.
    package init(directory: FilePath, permissions: FilePermissions = .node) {
        (self.directory, self.permissions) = (directory, permissions)
        spares = (0..<8).map { directory.appending("spare-\($0).part") }
        executor = BlockingExecutor(label: "files")
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// The path of a file.
    ///
    /// Throws `invalid` for a name that contains a slash, or that is `.` or `..`.
    package nonisolated func path(of name: String) throws(DiskError) -> FilePath {
        guard !name.isEmpty, name != ".", name != "..", name.utf8.allSatisfy({ $0 != 0 && $0 != UInt8(ascii: "/") })
        else {
            throw .invalid("\"\(name)\" is not a file name: it must not contain slashes or be dots")
        }
        return directory.appending(name)
    }

    /// Creates the folder durably, unless it exists.
    package func makeDirectory() throws(DiskError) {
        try FileSystem.makeDirectories(directory)
    }

    /// Writes a file under a temporary name, syncs it, renames it and syncs the folder.
    ///
    /// On a full disk it writes into a preallocated file; see `reserve`.
    package func write(_ bytes: [UInt8], as name: String) throws(DiskError) {
        do {
            let path = try path(of: name)
            try FileSystem.makeDirectories(directory)
            try FileSystem.writeWhole(bytes, to: path, permissions: permissions)
        } catch {
            guard case .system(_, _, let code) = error, code == ENOSPC || code == EDQUOT,
                let spare = spares.first(where: { holds(bytes.count, $0) })
            else { throw error }
            try write(bytes, into: spare, as: name)
        }
    }

    /// Preallocates up to eight files for writes on a full disk, as far as the disk has room now.
    ///
    /// Does not help on copy-on-write file systems: they need new blocks to overwrite a file.
    package func reserve(count: Int, byteCount: Int) {
        for path in spares.prefix(count) where !holds(byteCount, path) {
            do {
                try FileSystem.makeDirectories(directory)
                try FileSystem.reserve(byteCount, as: path)
            } catch {
                return
            }
        }
    }

    private nonisolated func holds(_ count: Int, _ spare: FilePath) -> Bool {
        guard let status = try? FileStatus(spare) else { return false }
        return status.byteCount >= count
    }

    /// Overwrites a preallocated file, which needs no new blocks.
    private func write(_ bytes: [UInt8], into spare: FilePath, as name: String) throws(DiskError) {
        let path = try path(of: name)
        try FileSystem.fill(try FileSystem.open(spare, .readWrite), with: bytes, spare, cuts: true)
        try FileSystem.rename(spare, to: path)
        try FileSystem.synchronizeDirectory(directory)
    }

    /// Reads a file; refuses a symbolic link.
    package func read(_ name: String) throws(DiskError) -> [UInt8] {
        let file = try FileBeneath(directory, [name])
        return try file.read(file.size, at: 0)
    }

    /// Moves an older folder here with its content; does nothing if this folder exists, or the older one does not.
    package func takeOver(_ older: FilePath) throws(DiskError) {
        guard !FileSystem.exists(directory), FileSystem.exists(older) else { return }
        try FileSystem.rename(older, to: directory)
        try FileSystem.synchronizeDirectory(directory.removingLastComponent())
    }

    /// Reads all files whose names have this suffix, sorted by name; made for thousands of small files.
    ///
    /// - Parameter skip: like that of `reduce`.
    package func all(
        ending: String, skip: (@Sendable (String, DiskError) -> Void)? = nil
    ) throws(DiskError) -> [(name: String, bytes: [UInt8])] {
        try reduce(into: [], ending: ending, skip: skip) { all, name, bytes in all.append((name, bytes)) }
            .sorted { $0.name < $1.name }
    }

    /// Reads the files whose names have this suffix, in any order, and has only one of them in memory.
    ///
    /// - Parameter skip: is told of a file that cannot be read, which is then left out; without it, the error is thrown.
    package func reduce<Result: Sendable>(
        into initial: Result, ending: String, skip: (@Sendable (String, DiskError) -> Void)? = nil,
        _ update: @Sendable (inout Result, String, [UInt8]) -> Void
    ) throws(DiskError) -> Result {
        guard FileSystem.exists(directory) else { return initial }
        let folder = try FileSystem.open(directory, .readOnly)
        defer { try? folder.close() }
        var result = initial
        try FileSystem.forEachName(in: directory) { name throws(DiskError) in
            guard name.hasSuffix(ending), !name.hasSuffix(".part") else { return }
            do throws(DiskError) {
                let file = try FileSystem.open(name, in: folder, directory)
                defer { try? file.close() }
                let size = try FileSystem.size(file, directory)
                update(&result, name, try FileSystem.read(size, from: file, at: 0, directory))
            } catch {
                guard let skip else { throw error }
                skip(name, error)
            }
        }
        return result
    }

    /// Removes a file; one that is gone already is fine.
    package func remove(_ name: String) throws(DiskError) {
        try FileSystem.remove(try path(of: name))
        if FileSystem.exists(directory) { try FileSystem.synchronizeDirectory(directory) }
    }

    /// The names of all files that are completely written, sorted.
    package func names() throws(DiskError) -> [String] {
        try FileSystem.names(in: directory).filter { !$0.hasSuffix(".part") }
    }
}
