// SPDX-License-Identifier: Apache-2.0
import Disk
import _NIOFileSystem
import Crypto
import Footage
import Glibc
import Media
package import NIOCore
import NIOFoundationCompat
import NIOPosix
package import SystemPackage

/// A file that is being received: its bytes so far, and their digest.
///
/// All disk work runs on NIO's pool for blocking calls.
package actor PartialFile {
    /// The number of received bytes and the state of their digest, so that they need not be read again.
    package struct Checkpoint: Sendable {
        /// The number of bytes in the file.
        package let count: Int
        fileprivate let hasher: SHA256
    }

    /// The number of bytes in the file.
    package private(set) var count = 0
    private var hasher = SHA256()
    private let handle: ReadWriteFileHandle
    private let path: FilePath

    /// The bytes that are collected before a write: fewer, larger writes, and the most that a crash loses.
    package static let batch = 1 << 20
    static let files = FileSystem(threadPool: .singleton)

    /// Opens a file with the bytes of an earlier attempt, calls the body and closes the file.
    ///
    /// - Parameters:
    ///   - limit: the announced size; a larger file is emptied first.
    ///   - checkpoint: the state when it was last open; nil if that is not known, and then the file is read.
    package static func with<Result: Sendable>(
        _ path: FilePath, atMost limit: Int, from checkpoint: Checkpoint? = nil,
        permissions: FilePermissions = .ownerReadWrite,
        _ body: @Sendable @concurrent (PartialFile) async throws -> Result
    ) async throws -> Result {
        try await TransferError.naming("write", path) {
            if let info = try await files.info(forFileAt: path, infoAboutSymbolicLink: true) {
                // Opening a pipe would wait for its other end.
                guard info.type == .regular else {
                    throw TransferError.file(
                        path: path.string, operation: "write", reason: "something else has that name", code: nil)
                }
            }
            let options = OpenOptions.Write(
                existingFile: .open,
                newFile: .init(permissions: permissions, transactionalCreation: false),
                followSymbolicLinks: false, closeOnExec: true)
            return try await files.withFileHandle(forReadingAndWritingAt: path, options: options) { handle in
                let file = PartialFile(handle: handle, path: path)
                try await file.takeUp(atMost: limit, from: checkpoint)
                return try await body(file)
            }
        }
    }

    private init(handle: ReadWriteFileHandle, path: FilePath) {
        (self.handle, self.path) = (handle, path)
    }

    /// Restores the digest from the checkpoint, or hashes what is in the file.
    private func takeUp(atMost limit: Int, from checkpoint: Checkpoint?) async throws {
        let size = try await handle.info().size
        guard size <= limit else { return try await startOver() }
        if let checkpoint, checkpoint.count <= size {
            // What lies behind is of a write that failed.
            if checkpoint.count < size { try await handle.resize(to: .bytes(Int64(checkpoint.count))) }
            (count, hasher) = (checkpoint.count, checkpoint.hasher)
            return
        }
        for try await chunk in handle.readChunks(in: 0..<size, chunkLength: .bytes(Int64(Self.batch))) {
            hasher.update(data: chunk.readableBytesView)
            count += chunk.readableBytes
        }
    }

    /// Empties the file.
    package func startOver() async throws {
        try await handle.resize(to: .bytes(0))
        (count, hasher) = (0, SHA256())
    }

    /// Appends bytes; a failed write does not count.
    func write(_ bytes: ByteBuffer) async throws {
        try await TransferError.naming("write", path) {
            _ = try await handle.write(contentsOf: bytes, toAbsoluteOffset: Int64(count))
        }
        hasher.update(data: bytes.readableBytesView)
        count += bytes.readableBytes
    }

    /// The digest of all bytes, in hexadecimal.
    package var digest: String {
        hasher.finalize().hexadecimal
    }

    /// The present state.
    package var checkpoint: Checkpoint { Checkpoint(count: count, hasher: hasher) }

    /// Waits until the bytes are on the disk.
    package func synchronize() async throws {
        try await TransferError.naming("sync", path) { try await handle.synchronize() }
        DiskWitness.hears?(.part(path))
    }
}

extension PartialFile {
    /// Receives bytes, and writes while more arrive; keeps those that came before an error.
    ///
    /// - Parameters:
    ///   - limit: the announced size; throws `tooLong` for more.
    ///   - willWrite: called before each write with its number of bytes; an error ends the reception.
    ///   - progress: called with the number of bytes received, including the earlier ones.
    package nonisolated func take<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, upTo limit: Int, willWrite: @Sendable (Int) async throws -> Void = { _ in },
        progress: @Sendable (Int) -> Void
    ) async throws where Bytes.Element == ByteBuffer {
        var arrived = await count
        try await withThrowingTaskGroup(of: Void.self) { writing in
            var batch = ByteBuffer()
            // No bytes may follow those that could not be written.
            var isUnbroken = true
            do {
                for try await chunk in bytes {
                    arrived += chunk.readableBytes
                    guard arrived <= limit else { throw TransferError.tooLong(limit: limit) }
                    batch.writeImmutableBuffer(chunk)
                    progress(arrived)
                    guard batch.readableBytes >= Self.batch else { continue }
                    isUnbroken = false
                    try await writing.next()
                    try await willWrite(batch.readableBytes)
                    isUnbroken = true
                    let full = batch
                    batch = ByteBuffer()
                    writing.addTask { try await self.write(full) }
                    batch.reserveCapacity(Self.batch + (64 << 10))
                }
            } catch {
                if isUnbroken { try? await finish(&writing, batch, willWrite) }
                throw error
            }
            try await finish(&writing, batch, willWrite)
        }
    }

    private nonisolated func finish(
        _ writing: inout ThrowingTaskGroup<Void, any Error>, _ rest: ByteBuffer,
        _ willWrite: @Sendable (Int) async throws -> Void
    ) async throws {
        try await writing.next()
        guard rest.readableBytes > 0 else { return }
        try await willWrite(rest.readableBytes)
        try await write(rest)
    }
}

extension PartialFile {
    /// Whether something has this path, a link without a target included.
    static func exists(_ path: FilePath) async throws -> Bool {
        try await files.info(forFileAt: path, infoAboutSymbolicLink: true) != nil
    }

    /// When a file was last written, in nanoseconds since 1970; nil if there is none.
    static func written(_ path: FilePath) async throws -> Int64? {
        try await files.info(forFileAt: path, infoAboutSymbolicLink: true)?.lastDataModificationTime.sum
    }

    /// Renames a complete file durably: syncs the directory, too.
    ///
    /// Replaces a file of that name; throws for anything else.
    package static func publish(_ part: FilePath, as target: FilePath) async throws {
        try await TransferError.naming("rename to", target) {
            if let info = try await files.info(forFileAt: target, infoAboutSymbolicLink: true), info.type != .regular {
                throw TransferError.file(
                    path: target.string, operation: "rename to", reason: "something else has that name", code: nil)
            }
            // The library refuses to replace a file; the system call does it in one step, and never replaces a folder.
            try await NIOThreadPool.singleton.runIfActive {
                guard unsafe rename(part.string, target.string) == 0 else {
                    let code = Errno(rawValue: errno)
                    throw TransferError.file(
                        path: target.string, operation: "rename to", reason: "\(code)", code: code)
                }
            }
            try await synchronize(directoryOf: target)
        }
    }

    /// Renames a complete file durably if the name is free; otherwise returns false.
    package static func publish(_ part: FilePath, asNew target: FilePath) async throws -> Bool {
        try await TransferError.naming("rename to", target) {
            do {
                try await files.moveItem(at: part, to: target)
            } catch let error as FileSystemError where error.code == .fileAlreadyExists {
                return false
            }
            try await synchronize(directoryOf: target)
            return true
        }
    }

    /// Deletes a file, if it exists.
    package static func discard(_ path: FilePath) async throws {
        try await TransferError.naming("remove", path) { _ = try await files.removeItem(at: path) }
    }

    private static func synchronize(directoryOf path: FilePath) async throws {
        let parent = path.removingLastComponent()
        try await files.withDirectoryHandle(atPath: parent.isEmpty ? "." : parent) { try await $0.synchronize() }
        DiskWitness.hears?(.directory(parent))
    }
}
