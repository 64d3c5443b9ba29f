// SPDX-License-Identifier: Apache-2.0
package import Disk
import NIOPosix
package import SystemPackage
import Wire

/// A file of this node whose digest is known.
package struct StoredFile: Sendable {
    /// The folder that the file must not leave when it is opened.
    package let folder: FilePath
    /// The names of the folders below it, and of the file.
    package let place: [String]
    /// The displayed name.
    package let name: String
    /// Its size in bytes.
    package let bytes: Int
    /// SHA-256 of the content, in lower-case hexadecimal.
    package let sha256: String

    /// Describes a file in a folder.
    package init(in folder: FilePath, place: [String], name: String, bytes: Int, sha256: String) {
        (self.folder, self.place, self.name, self.bytes, self.sha256) = (folder, place, name, bytes, sha256)
    }

    /// Describes a file by a path that this node made.
    package init(path: FilePath, name: String, bytes: Int, sha256: String) {
        self.init(
            in: path.removingLastComponent(), place: path.lastComponent.map { [$0.string] } ?? [], name: name,
            bytes: bytes, sha256: sha256)
    }

    /// The path of the file.
    package var path: FilePath { place.reduce(folder) { $0.appending($1) } }

    /// Opens it beneath its folder, on a thread that may block.
    package func open() async throws -> FileBeneath {
        try await NIOThreadPool.singleton.runIfActive { [folder, place] in try FileBeneath(folder, place) }
    }

    /// Reads all of it into memory; throws a conflict if it is larger than `limit` bytes.
    package func read(atMost limit: Int) async throws -> [UInt8] {
        let file = try await open()
        guard file.size <= limit else {
            throw Problem.conflict("\(name) has \(file.size.counted("byte")): more than \(limit) are not read for this")
        }
        return try await NIOThreadPool.singleton.runIfActive { try file.read(file.size, at: 0) }
    }
}
