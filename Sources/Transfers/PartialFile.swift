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

/// A file that is arriving: its bytes so far, and their digest.
///
/// All disk work happens on NIO's pool of threads for what blocks.
package actor PartialFile {
    /// How far a file has come, so that it need not be read again to go on.
    package struct Checkpoint: Sendable {
        /// How many bytes it holds.
        package let count: Int
        fileprivate let hasher: SHA256
    }

    /// How many bytes it holds.
    package private(set) var count = 0
    private var hasher = SHA256()
    private let handle: ReadWriteFileHandle
    private let path: FilePath

    /// So much is collected before it is written: fewer, larger writes, and the most that a crash loses.
    package static let batch = 1 << 20
    static let files = FileSystem(threadPool: .singleton)

    /// Gives the body a file, with what an earlier try left in it, and closes it afterwards.
    ///
    /// - Parameters:
    ///   - limit: what is larger is no part of what is awaited, and is begun anew.
    ///   - checkpoint: how far it had come when it was open last; nil when nobody knows, and then it is read.
    package static func with<Result: Sendable>(
        _ path: FilePath, atMost limit: Int, from checkpoint: Checkpoint? = nil,
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
                newFile: .init(permissions: [.ownerReadWrite], transactionalCreation: false),
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

    /// Hashes what an earlier try left, unless that is known.
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

    /// Forgets what is there.
    package func startOver() async throws {
        try await handle.resize(to: .bytes(0))
        (count, hasher) = (0, SHA256())
    }

    /// Adds bytes to the end; when that fails, it is as if they had never come.
    func write(_ bytes: ByteBuffer) async throws {
        try await TransferError.naming("write", path) {
            _ = try await handle.write(contentsOf: bytes, toAbsoluteOffset: Int64(count))
        }
        hasher.update(data: bytes.readableBytesView)
        count += bytes.readableBytes
    }

    /// The digest of all that was written, in hexadecimal.
    package var digest: String {
        hasher.finalize().hexadecimal
    }

    /// How far it has come.
    package var checkpoint: Checkpoint { Checkpoint(count: count, hasher: hasher) }

    /// Waits until the bytes are on the disk.
    package func synchronize() async throws {
        try await TransferError.naming("sync", path) { try await handle.synchronize() }
        DiskWitness.hears?(.part(path))
    }
}

extension PartialFile {
    /// Takes bytes as they come, and writes while more are coming; what came before an error is kept.
    ///
    /// - Parameters:
    ///   - limit: the size that was announced; more is an error.
    ///   - willWrite: asked before so many bytes are written; what it throws ends it.
    ///   - progress: hears how many bytes have come, the earlier ones included.
    package nonisolated func take<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, upTo limit: Int, willWrite: @Sendable (Int) async throws -> Void = { _ in },
        progress: @Sendable (Int) -> Void
    ) async throws where Bytes.Element == ByteBuffer {
        var arrived = await count
        try await withThrowingTaskGroup(of: Void.self) { writing in
            var batch = ByteBuffer()
            // Behind bytes that could not be written, none may follow.
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
    /// Gives a finished file the name that it is to have, for good: the directory is synced too.
    ///
    /// What has that name is replaced, unless it is no file.
    package static func publish(_ part: FilePath, as target: FilePath) async throws {
        try await TransferError.naming("rename to", target) {
            if let info = try await files.info(forFileAt: target, infoAboutSymbolicLink: true), info.type != .regular {
                throw TransferError.file(
                    path: target.string, operation: "rename to", reason: "something else has that name", code: nil)
            }
            // The library refuses to rename onto a file; the system does it in one step, and never onto a folder.
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

    /// Gives a finished file a name that nothing has, for good; false when something has it.
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

    /// Throws a file away; one that is gone already is fine.
    package static func discard(_ path: FilePath) async throws {
        try await TransferError.naming("remove", path) { _ = try await files.removeItem(at: path) }
    }

    private static func synchronize(directoryOf path: FilePath) async throws {
        let parent = path.removingLastComponent()
        try await files.withDirectoryHandle(atPath: parent.isEmpty ? "." : parent) { try await $0.synchronize() }
        DiskWitness.hears?(.directory(parent))
    }
}
