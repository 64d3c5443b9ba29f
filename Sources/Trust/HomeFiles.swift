// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Glibc
import SystemPackage

/// The small files of a node's home, written atomically.
///
/// Blocks the caller's thread on the disk: for starts, pairings and revocations, not for hot paths.
enum HomeFiles {
    /// Whether the path exists; does not follow a symbolic link.
    static func exists(_ path: FilePath) -> Bool {
        (try? path.stat(followTargetSymlink: false)) != nil
    }

    /// Reads a file; throws if it is larger than `limit` bytes.
    static func read(_ path: FilePath, limit: Int) throws(TrustError) -> [UInt8] {
        try naming("read", path) {
            let size = try path.stat().size
            guard size <= limit else {
                throw TrustError.damaged(path: path.string, reason: "it is larger than \(limit) bytes")
            }
            return Array(try Data(contentsOf: URL(filePath: path.string)))
        }
    }

    /// Creates a file and syncs its content; throws if the file exists.
    static func create(_ path: FilePath, holding text: String, mode: FilePermissions) throws(TrustError) {
        try naming("write", path) {
            let options: FileDescriptor.OpenOptions = [.create, .exclusiveCreate, .closeOnExec]
            let file = try FileDescriptor.open(path, .writeOnly, options: options, permissions: mode)
            try file.closeAfter {
                _ = try file.writeAll(text.utf8)
                try FileSystem.synchronizeData(file)
            }
        }
    }

    /// Writes a temporary file, syncs it, renames it to `path` and syncs the folder.
    ///
    /// The file belongs to the owner of the folder: what root changes must stay readable for the node's user.
    static func replace(_ path: FilePath, with data: Data) throws(TrustError) {
        try naming("write", path) {
            let owner = FileOwner.isRoot ? try FileOwner(of: path.removingLastComponent()) : nil
            try FileSystem.writeWhole(Array(data), to: path, owner: owner)
        }
    }

    /// Runs the body while no other process runs one for this folder, which is made if it is missing; waits for 10 s at most.
    static func alone<Value>(
        in folder: FilePath, _ body: () throws(TrustError) -> Value
    ) throws(TrustError) -> Value {
        var outcome: Result<Value, TrustError>?
        try naming("lock", folder) {
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
            try FileSystem.locking(folder, within: .seconds(10)) { outcome = Result(catching: body) }
        }
        guard let outcome else {
            throw .file(operation: "lock", path: folder.string, reason: "another program holds it")
        }
        return try outcome.get()
    }

    /// Makes a folder that only its owner can access; replaces one that an earlier attempt left.
    static func makePrivateDirectory(_ path: FilePath) throws(TrustError) {
        try naming("make the folder", path) {
            if exists(path) { try FileManager.default.removeItem(atPath: path.string) }
            try FileManager.default.createDirectory(
                atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    /// Syncs a finished folder and renames it durably.
    static func publish(_ path: FilePath, as target: FilePath) throws(TrustError) {
        try naming("rename to \(target)", path) {
            try FileSystem.synchronizeDirectory(path)
            try FileSystem.rename(path, to: target)
            try FileSystem.synchronizeDirectory(target.removingLastComponent())
        }
    }

    /// Throws if users other than the owner can access the path.
    static func refuseExposed(_ path: FilePath, mode: String) throws(TrustError) {
        let permissions = try naming("look at", path) { try path.stat().permissions }
        guard permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]) else {
            throw .exposed(path: path.string, mode: mode)
        }
    }

    private static func naming<Value>(
        _ operation: String, _ path: FilePath, _ body: () throws -> Value
    ) throws(TrustError) -> Value {
        do {
            return try body()
        } catch let error as TrustError {
            throw error
        } catch DiskError.system(_, _, let code) {
            throw .file(operation: operation, path: path.string, reason: reason(Errno(rawValue: code), path))
        } catch let error as Errno {
            throw .file(operation: operation, path: path.string, reason: reason(error, path))
        } catch {
            let system = (error as? CocoaError)?.underlying as? POSIXError
            let text = system.map { reason(Errno(rawValue: $0.code.rawValue), path) } ?? "\(error)"
            throw .file(operation: operation, path: path.string, reason: text)
        }
    }

    /// The text for an error number; if permission is missing, with the owner of the path.
    private static func reason(_ error: Errno, _ path: FilePath) -> String {
        guard error == .permissionDenied, let owner = PathOwner(path) else { return "\(error)" }
        return "\(error): \(owner)"
    }
}
