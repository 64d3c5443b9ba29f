// SPDX-License-Identifier: Apache-2.0
package import NIOCore
package import SystemPackage
package import Wire
import _NIOFileSystem

/// A file of this machine that is sent to a node: read once for its digest, and again when it is sent.
package struct OutgoingFile: Sendable {
    /// The path of the file.
    package let path: FilePath
    /// The offer that announces it.
    package let offer: FileOffer
    private let digest: FileDigest
    private let followsLinks: Bool

    /// Reads a file for its digest.
    ///
    /// - Parameters:
    ///   - name: the announced name; nil for the last component of the path.
    ///   - followsLinks: whether the path may be a symbolic link: a user's may, that of a file from a peer never is one.
    ///   - progress: called with the number of bytes read, and of all.
    package init(
        reading path: FilePath, as name: String? = nil, followsLinks: Bool = true,
        progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws {
        guard let digest = try await FileDigest.of(path, followsLinks: followsLinks, progress: progress) else {
            throw TransferError.file(path: path.string, operation: "read", reason: "there is no such file", code: nil)
        }
        (self.path, self.digest, self.followsLinks) = (path, digest, followsLinks)
        offer = FileOffer(
            name: name ?? path.lastComponent?.string ?? path.string, bytes: digest.bytes, sha256: digest.sha256)
    }

    /// Throws `TransferError.changed` if the size or the modification time differs from when the file was read for its digest.
    private func check(_ info: FileInfo) throws(TransferError) {
        guard info.size == Int64(offer.bytes), info.lastDataModificationTime == digest.written else {
            throw TransferError.changed(path: path.string)
        }
    }

    /// Calls the body with the bytes after an offset.
    ///
    /// Throws `TransferError.changed` if the file was changed or replaced before its last bytes were given out, so that a
    /// receiver never completes it. A file that was only deleted meanwhile is sent to its end.
    ///
    /// - Parameter progress: called with the number of bytes sent, including the earlier ones.
    package func withBytes<Result: Sendable>(
        from offset: Int, progress: @escaping @Sendable (Int) -> Void,
        _ body: @Sendable @concurrent (OutgoingBytes) async throws -> Result
    ) async throws -> Result {
        try await TransferError.naming("read", path) {
            try await PartialFile.files.withFileHandle(
                forReadingAt: path, options: .init(followSymbolicLinks: followsLinks, closeOnExec: true)
            ) { handle in
                try await check(handle.info())
                // The receiver reports how much it has: a false number would make an invalid range.
                guard (0...offer.bytes).contains(offset) else {
                    throw TransferError.file(
                        path: path.string, operation: "send", reason: "the receiver claims to have more than all of it",
                        code: nil)
                }
                let bytes = OutgoingBytes(
                    chunks: handle.readChunks(in: Int64(offset)..<Int64(offer.bytes), chunkLength: FileDigest.chunk),
                    start: offset, end: offer.bytes, progress: progress
                ) {
                    let named = try await PartialFile.files.info(forFileAt: path)
                    let info = if let named { named } else { try await handle.info() }
                    try check(info)
                }
                return try await body(bytes)
            }
        }
    }
}

/// The bytes of a file, read as they are sent.
package struct OutgoingBytes: AsyncSequence, Sendable {
    package typealias Element = ByteBuffer

    fileprivate let chunks: FileChunks
    fileprivate let start: Int
    fileprivate let end: Int
    fileprivate let progress: @Sendable (Int) -> Void
    /// Throws if the file was changed; called before the last bytes are given out.
    fileprivate let check: @Sendable () async throws -> Void

    /// Reads the next chunk when it is requested.
    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: FileChunks.AsyncIterator
        fileprivate var count: Int
        fileprivate let bytes: OutgoingBytes

        /// The next bytes; nil at the end.
        @concurrent
        package mutating func next() async throws -> ByteBuffer? {
            let (chunk, start) = (try await chunks.next(), count)
            count += chunk?.readableBytes ?? 0
            // A file that was cut ends early.
            if start < bytes.end, chunk == nil || count >= bytes.end { try await bytes.check() }
            if chunk != nil { bytes.progress(count) }
            return chunk
        }
    }

    package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), count: start, bytes: self)
    }
}
