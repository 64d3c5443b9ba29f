// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
package import Wire
import _NIOFileSystem

/// Finds a name in a folder for a fetched file, so that it replaces no other file.
package enum FreeName {
    /// Returns the first of `a.jpg`, `a (2).jpg`, … that is free, or that this very file has already.
    ///
    /// Throws a conflict if ten thousand files have the name.
    ///
    /// - Parameters:
    ///   - bytes: the size of the file.
    ///   - sha256: the SHA-256 of the file, in lower-case hexadecimal.
    ///   - isMeantFor: whether the caller reserves a name for this file; called once for each name, before the disk is checked.
    package static func find(
        _ name: PeerFileName, in folder: FilePath, bytes: Int, sha256: String,
        isMeantFor: (PeerFileName) -> Bool = { _ in true }
    ) async throws -> FilePath {
        for number in 1...10_000 {
            let candidate = name.numbered(number)
            guard isMeantFor(candidate) else { continue }
            let path = folder.appending(candidate)
            let info = try await TransferError.naming("look at", path) {
                try await PartialFile.files.info(forFileAt: path, infoAboutSymbolicLink: true)
            }
            guard let info else { return path }
            if info.type == .regular, try await FileDigest.of(path, size: bytes)?.sha256 == sha256 { return path }
        }
        throw Problem.conflict("no name is free for \(name.text): ten thousand files have it already")
    }
}

extension FilePath {
    /// The path of a file of a peer in this folder.
    package func appending(_ name: PeerFileName) -> FilePath { appending(name.text) }
}
