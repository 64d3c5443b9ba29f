// SPDX-License-Identifier: Apache-2.0
import Disk
import NIOHTTP1
package import SystemPackage
package import Wire

/// A file on a node, and its destination on this machine.
package struct Download: Sendable, Equatable {
    /// The path on the node, percent-encoded.
    package let route: String
    /// The final path on this machine.
    package let target: FilePath
    /// Whether an existing file at the target is replaced.
    package let replaces: Bool
    /// The size in bytes.
    package let bytes: Int
    /// SHA-256 of the file, in lower-case hexadecimal.
    package let sha256: String
    /// The permissions of the file, from which the umask takes away.
    package var permissions: FilePermissions = .user

    /// Describes a download; see the properties.
    package init(route: String, to target: FilePath, replaces: Bool = false, bytes: Int, sha256: String) {
        (self.route, self.target, self.replaces, self.bytes) = (route, target, replaces, bytes)
        self.sha256 = sha256.lowercased()
    }

    /// A still of a camera.
    package init(_ still: Still, to target: FilePath, replaces: Bool = false) {
        let route = Request(.GET, "stills", still.id, "content").target
        self.init(route: route, to: target, replaces: replaces, bytes: still.bytes, sha256: still.sha256)
    }

    /// A file of a recorder.
    package init(_ file: TransferProgress, to target: FilePath, replaces: Bool = false) {
        let route = Request(.GET, "files", file.id, "content").target
        self.init(route: route, to: target, replaces: replaces, bytes: file.total, sha256: file.sha256)
    }

    /// The partial file next to the target: `NAME.DIGEST.part`, with the first eight digits of the SHA-256.
    ///
    /// The digest keeps a peer, which chooses the name, from choosing the partial file of another download.
    package var part: FilePath {
        let digest = String(sha256.filter { $0.isASCII && $0.isHexDigit }.prefix(8))
        return directory.appending("\(target.lastComponent?.string ?? "download").\(digest).part")
    }

    /// The most bytes in the name of a target: those of a file's name, without what `part` adds.
    package static let nameLimit = 255 - ".12345678.part".utf8.count

    var directory: FilePath {
        let parent = target.removingLastComponent()
        return parent.isEmpty ? "." : parent
    }

    /// The node's strong entity tag for these bytes (RFC 9110 §8.8.3): the quoted digest.
    var tag: String { "\"\(sha256)\"" }
}
