// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// The system calls for files and folders, with errors that name the file.
///
/// Each unsafe buffer is used within one call. All of it waits for the disk: call it on a thread that may block.
package enum FileSystem {
    /// Opens a file that must exist; a pipe in its place does not make the caller wait.
    package static func open(_ path: FilePath, _ mode: FileDescriptor.AccessMode) throws(DiskError) -> FileDescriptor {
        try call("open", path) { try FileDescriptor.open(path, mode, options: [.closeOnExec, .nonBlocking]) }
    }

    /// Opens a file of an open directory for reading; refuses a symbolic link.
    package static func open(
        _ name: String, in directory: FileDescriptor, _ path: FilePath
    ) throws(DiskError) -> FileDescriptor {
        let descriptor = unsafe openat(directory.rawValue, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(operation: "open \(name) in", path: path.string, code: errno) }
        return FileDescriptor(rawValue: descriptor)
    }

    /// Creates a file; `nil` if it exists already.
    package static func create(
        _ path: FilePath, permissions: FilePermissions = .node
    ) throws(DiskError) -> FileDescriptor? {
        do {
            return try FileDescriptor.open(
                path,
                .readWrite,
                options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: permissions
            )
        } catch Errno.fileExists {
            return nil
        } catch {
            throw failure("create", path, error)
        }
    }

    /// Creates a directory and those above it, and syncs each into the one above; existing ones are fine.
    ///
    /// - Parameter owner: the owner of the created ones; nil for the user of this process.
    package static func makeDirectories(
        _ path: FilePath, permissions: FilePermissions = FilePermissions(rawValue: 0o750), owner: FileOwner? = nil
    ) throws(DiskError) {
        guard !exists(path) else { return }
        let parent = path.removingLastComponent()
        if !parent.isEmpty && parent != path { try makeDirectories(parent, permissions: permissions, owner: owner) }
        if unsafe mkdir(path.string, permissions.rawValue) == 0 {
            if let owner { try give(path, to: owner) }
        } else if errno != EEXIST {
            throw .system(operation: "make the directory", path: path.string, code: errno)
        }
        try synchronizeDirectory(parent)
    }

    /// Changes the owner of a file or folder; of a symbolic link itself.
    package static func give(_ path: FilePath, to owner: FileOwner) throws(DiskError) {
        guard unsafe lchown(path.string, owner.user, owner.group) == 0 else {
            throw .system(operation: "change the owner of", path: path.string, code: errno)
        }
    }

    /// Makes a symbolic link.
    package static func link(_ path: FilePath, to destination: FilePath) throws(DiskError) {
        guard unsafe symlink(destination.string, path.string) == 0 else {
            throw .system(operation: "make the link", path: path.string, code: errno)
        }
        try synchronizeDirectory(path.removingLastComponent())
    }

    /// Removes a file; one that is gone already is fine.
    package static func remove(_ path: FilePath) throws(DiskError) {
        guard unsafe unlink(path.string) == 0 || errno == ENOENT else {
            throw .system(operation: "remove", path: path.string, code: errno)
        }
    }

    /// Removes a directory if it is empty.
    package static func removeIfEmpty(_ path: FilePath) {
        _ = unsafe rmdir(path.string)
    }

    /// Renames a file; replaces a file that has the other name.
    package static func rename(_ path: FilePath, to other: FilePath) throws(DiskError) {
        guard unsafe Glibc.rename(path.string, other.string) == 0 else {
            throw .system(operation: "rename to \(other.string)", path: path.string, code: errno)
        }
    }

    /// The names in a directory; none if it does not exist.
    package static func names(in path: FilePath) throws(DiskError) -> [String] {
        var names: [String] = []
        try forEachName(in: path) { name throws(DiskError) in names.append(name) }
        return names.sorted()
    }

    /// Calls a function with each name in a folder, in any order; without the memory for all of them.
    package static func forEachName(
        in path: FilePath, _ body: (String) throws(DiskError) -> Void
    ) throws(DiskError) {
        guard let directory = unsafe opendir(path.string) else {
            if errno == ENOENT { return }
            throw .system(operation: "list", path: path.string, code: errno)
        }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { try body(name) }
        }
    }

    /// The size of an open file.
    ///
    /// Throws `system` for a folder, whose end is at the largest offset of all (ext4).
    package static func size(_ file: FileDescriptor, _ path: FilePath) throws(DiskError) -> Int {
        let status = try FileStatus(file, path)
        guard status.isRegular else { throw .system(operation: "measure", path: path.string, code: EISDIR) }
        return status.byteCount
    }

    /// Throws unless this process may read a file or list a folder.
    package static func requireReadable(_ path: FilePath) throws(DiskError) { try require(R_OK, "read", path) }

    /// Throws unless this process may write a file, or files in a folder.
    package static func requireWritable(_ path: FilePath) throws(DiskError) { try require(W_OK, "write", path) }

    private static func require(_ access: Int32, _ operation: String, _ path: FilePath) throws(DiskError) {
        guard unsafe Glibc.access(path.string, access) == 0 else {
            throw .system(operation: operation, path: path.string, code: errno)
        }
    }

    /// Whether a file or folder has this path.
    package static func exists(_ path: FilePath) -> Bool {
        unsafe access(path.string, F_OK) == 0
    }

    /// Whether a directory has no entry of this name; false if that cannot be found out.
    ///
    /// Takes strings, because some callers check 100,000 names, and joining paths costs more than the check.
    package static func isAbsent(_ name: String, in directory: String) -> Bool {
        unsafe access(directory + "/" + name, F_OK) != 0 && errno == ENOENT
    }

    /// Cuts a file to this size.
    package static func cut(_ file: FileDescriptor, to size: Int, _ path: FilePath) throws(DiskError) {
        try call("cut", path) { try file.resize(to: Int64(size)) }
    }

    /// Writes all bytes at a position.
    package static func write(
        _ bytes: [UInt8],
        to file: FileDescriptor,
        at offset: Int,
        _ path: FilePath
    ) throws(DiskError) {
        try call("write", path) {
            try unsafe bytes.withUnsafeBytes { buffer in
                var done = 0
                while done < buffer.count {
                    done += try unsafe file.writeAll(
                        toAbsoluteOffset: Int64(offset + done),
                        UnsafeRawBufferPointer(rebasing: buffer[done...])
                    )
                }
            }
        }
    }

    /// Writes a file from its beginning, waits until its bytes are on the disk, and closes it.
    ///
    /// - Parameter cuts: whether the file may have been longer.
    static func fill(
        _ file: FileDescriptor, with bytes: [UInt8], _ path: FilePath, cuts: Bool = false
    ) throws(DiskError) {
        defer { try? file.close() }
        try write(bytes, to: file, at: 0, path)
        if cuts { try cut(file, to: bytes.count, path) }
        try call("write", path) { try synchronizeData(file) }
    }

    /// Writes a file of zeros that holds room on the disk, in the place of an earlier one; after an error there is none.
    static func reserve(_ byteCount: Int, as path: FilePath) throws(DiskError) {
        do {
            // A file that a kill interrupted during a write is too short.
            try remove(path)
            guard let file = try create(path) else { return }
            try fill(file, with: [UInt8](repeating: 0, count: byteCount), path)
        } catch {
            try? remove(path)
            throw error
        }
    }

    /// Writes a file under a temporary name, syncs it, gives it its own and syncs the folder, which must be there.
    ///
    /// - Parameter owner: the owner of the file; nil for the user of this process.
    package static func writeWhole(
        _ bytes: [UInt8], to path: FilePath, owner: FileOwner? = nil, permissions: FilePermissions = .node
    ) throws(DiskError) {
        let (directory, part) = (path.removingLastComponent(), FilePath(path.string + ".part"))
        try remove(part)
        guard let file = try create(part, permissions: permissions) else {
            throw .system(operation: "create", path: part.string, code: EEXIST)
        }
        do {
            if let owner { try give(file, to: owner, part) }
            try fill(file, with: bytes, part)
            try rename(part, to: path)
            try synchronizeDirectory(directory)
        } catch {
            try? remove(part)
            throw error
        }
    }

    /// Changes the owner of an open file, and closes it on failure.
    ///
    /// By its path, another user of the folder could exchange the file before.
    private static func give(_ file: FileDescriptor, to owner: FileOwner, _ path: FilePath) throws(DiskError) {
        guard fchown(file.rawValue, owner.user, owner.group) == 0 else {
            let code = errno
            try? file.close()
            throw .system(operation: "change the owner of", path: path.string, code: code)
        }
    }

    /// Reads `count` bytes at a position; fewer if the file ends before.
    package static func read(
        _ count: Int,
        from file: FileDescriptor,
        at offset: Int,
        _ path: FilePath
    ) throws(DiskError) -> [UInt8] {
        try call("read", path) {
            try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                while initialized < count {
                    let rest = unsafe UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
                    let read = try unsafe file.read(fromAbsoluteOffset: Int64(offset + initialized), into: rest)
                    guard read > 0 else { return }
                    initialized += read
                }
            }
        }
    }

    /// Waits until a file's bytes, and the size needed to read them, are on the disk.
    package static func synchronizeData(_ file: FileDescriptor) throws(Errno) {
        guard fdatasync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
        DiskWitness.hears?(.data)
    }

    /// Waits like `synchronizeData`; the error names the file.
    package static func synchronize(_ file: FileDescriptor, _ path: FilePath) throws(DiskError) {
        do {
            try synchronizeData(file)
        } catch {
            throw .system(operation: "sync", path: path.string, code: error.rawValue)
        }
    }

    /// Waits until the names in a directory are on the disk.
    package static func synchronizeDirectory(_ path: FilePath) throws(DiskError) {
        let path = path.isEmpty ? FilePath(".") : path
        let directory = try open(path, .readOnly)
        defer { try? directory.close() }
        guard fsync(directory.rawValue) == 0 else {
            throw .system(operation: "sync the directory", path: path.string, code: errno)
        }
        DiskWitness.hears?(.directory(path))
    }

    private static func call<Value>(
        _ operation: String,
        _ path: FilePath,
        _ body: () throws -> Value
    ) throws(DiskError) -> Value {
        do {
            return try body()
        } catch {
            throw failure(operation, path, error)
        }
    }

    private static func failure(_ operation: String, _ path: FilePath, _ error: any Error) -> DiskError {
        .system(operation: operation, path: path.string, code: (error as? Errno)?.rawValue ?? EIO)
    }
}
