// SPDX-License-Identifier: Apache-2.0
import Tasks
import _NIOFileSystem
import Crypto
import Media
import NIOCore
import NIOFoundationCompat
package import SystemPackage

/// The size and digest of a file on this machine, as read once.
package struct FileDigest: Sendable, Equatable {
    /// Its size in bytes.
    package let bytes: Int
    /// SHA-256 of the content, in hexadecimal.
    package let sha256: String
    /// When the file was last written.
    let written: FileInfo.Timespec

    static let chunk = ByteCount.kibibytes(256)

    /// Reads a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - size: the only expected size; a file of another size is not read, and the result is nil.
    ///   - followsLinks: whether the path may be a symbolic link.
    ///   - progress: called with the number of bytes read, and of all.
    package static func of(
        _ path: FilePath, size: Int? = nil, followsLinks: Bool = true,
        progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> FileDigest? {
        try await TransferError.naming("read", path) {
            guard let info = try await PartialFile.files.info(forFileAt: path) else { return nil }
            guard info.type == .regular else {
                let reason =
                    info.type == .directory ? "it is a folder: name its files, or pack it with tar" : "it is no file"
                throw TransferError.file(path: path.string, operation: "read", reason: reason, code: nil)
            }
            guard size == nil || size.map(Int64.init) == info.size else { return nil }
            return try await PartialFile.files.withFileHandle(
                forReadingAt: path, options: .init(followSymbolicLinks: followsLinks, closeOnExec: true)
            ) { handle in
                var hasher = SHA256()
                var count = 0
                let pace = Pace()
                for try await chunk in handle.readChunks(in: 0..<info.size, chunkLength: chunk) {
                    hasher.update(data: chunk.readableBytesView)
                    count += chunk.readableBytes
                    if pace.isDue(at: count) { progress(count, Int(info.size)) }
                }
                return FileDigest(
                    bytes: count, sha256: hasher.finalize().hexadecimal, written: info.lastDataModificationTime)
            }
        }
    }
}
