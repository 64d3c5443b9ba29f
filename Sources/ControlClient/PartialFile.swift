// SPDX-License-Identifier: Apache-2.0
import Crypto
import Glibc
import NIOCore
import NIOFoundationCompat
import NIOPosix
import SystemPackage
import _NIOFileSystem

/// A file that is arriving: its bytes so far, and their digest.
///
/// All disk work happens on NIO's pool of threads for what blocks.
struct PartialFile: Sendable {
    /// How many bytes it holds.
    private(set) var count: Int
    private var hasher = SHA256()
    /// Bytes that are hashed and not yet written: fewer, larger writes.
    private var pending = ByteBuffer()
    private let handle: ReadWriteFileHandle
    private let path: FilePath

    /// When this much is pending, it is written.
    private static let batch = 512 << 10
    private static let files = FileSystem(threadPool: .singleton)

    /// Gives the body the download's `.part`, with what an earlier try left in it, and closes it afterwards.
    static func with<Result: Sendable>(
        _ download: Download, _ body: @Sendable @concurrent (inout PartialFile) async throws -> Result
    ) async throws -> Result {
        let path = download.part
        return try await naming("write", path) {
            if let info = try await files.info(forFileAt: path, infoAboutSymbolicLink: true) {
                // Opening a pipe would wait for its other end.
                guard info.type == .regular else {
                    throw ControlClientError.file(
                        path: path.string, operation: "write", reason: "something else has that name")
                }
            }
            let options = OpenOptions.Write(
                existingFile: .open,
                newFile: .init(permissions: [.ownerReadWrite], transactionalCreation: false),
                followSymbolicLinks: false, closeOnExec: true)
            return try await files.withFileHandle(forReadingAndWritingAt: path, options: options) { handle in
                var file = PartialFile(count: 0, handle: handle, path: path)
                try await file.takeUp(atMost: download.bytes)
                return try await body(&file)
            }
        }
    }

    private init(count: Int, handle: ReadWriteFileHandle, path: FilePath) {
        (self.count, self.handle, self.path) = (count, handle, path)
    }

    /// Hashes what an earlier try left.
    private mutating func takeUp(atMost limit: Int) async throws {
        let size = try await handle.info().size
        guard size <= limit else { return try await startOver() }
        for try await chunk in handle.readChunks(in: 0..<size, chunkLength: .kibibytes(512)) {
            hasher.update(data: chunk.readableBytesView)
            count += chunk.readableBytes
        }
    }

    /// Forgets what is there.
    mutating func startOver() async throws {
        try await handle.resize(to: .bytes(0))
        (count, hasher, pending) = (0, SHA256(), ByteBuffer())
    }

    /// Adds bytes to the end.
    mutating func append(_ bytes: ByteBuffer) async throws {
        hasher.update(data: bytes.readableBytesView)
        count += bytes.readableBytes
        pending.writeImmutableBuffer(bytes)
        if pending.readableBytes >= Self.batch { try await flush() }
    }

    /// Hands what is pending to the system.
    mutating func flush() async throws {
        guard pending.readableBytes > 0 else { return }
        try await handle.write(contentsOf: pending, toAbsoluteOffset: Int64(count - pending.readableBytes))
        pending.clear()
    }

    /// The digest of all that was appended, in hexadecimal.
    var digest: String {
        hasher.finalize().hexadecimal
    }

    /// Waits until the bytes are on the disk.
    func synchronize() async throws {
        try await handle.synchronize()
    }
}

extension PartialFile {
    /// Gives the finished file its name, for good: the directory is synced too.
    static func publish(_ download: Download) async throws {
        try await naming("rename to", download.target) {
            if let info = try await files.info(forFileAt: download.target, infoAboutSymbolicLink: true),
                info.type != .regular
            {
                throw ControlClientError.file(
                    path: download.target.string, operation: "rename to", reason: "something else has that name")
            }
            // The library refuses to rename onto a file; the system does it in one step, and never onto a folder.
            try await NIOThreadPool.singleton.runIfActive {
                guard unsafe rename(download.part.string, download.target.string) == 0 else {
                    throw ControlClientError.file(
                        path: download.target.string, operation: "rename to", reason: "\(Errno(rawValue: errno))")
                }
            }
            try await files.withDirectoryHandle(atPath: download.directory) { try await $0.synchronize() }
        }
    }

    /// Throws the part away.
    static func discard(_ download: Download) async throws {
        try await naming("remove", download.part) { _ = try await files.removeItem(at: download.part) }
    }

    private static func naming<Result: Sendable>(
        _ operation: String, _ path: FilePath, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as FileSystemError {
            let system = (error.cause as? FileSystemError.SystemCallError)?.errno
            throw ControlClientError.file(
                path: path.string, operation: operation, reason: system.map { "\($0)" } ?? error.message)
        }
    }
}
