// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// The user and the group that a file belongs to.
package struct FileOwner: Sendable, Equatable {
    /// The user's id.
    package let user: UInt32
    /// The group's id.
    package let group: UInt32

    /// A user with the user's own group; nil if this machine has no user of this name.
    ///
    /// Call it from one task at a time: the C library keeps the entry in a static buffer.
    package init?(userNamed name: String) {
        guard let entry = unsafe getpwnam(name) else { return nil }
        (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// The owner of a file or folder; nil if there is none.
    package init?(of path: FilePath) throws(DiskError) {
        var status = stat()
        guard unsafe stat(path.string, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .system(operation: "look at", path: path.string, code: errno)
        }
        (user, group) = (status.st_uid, status.st_gid)
    }

    /// Whether this process runs as root, which may give files to other users.
    package static var isRoot: Bool { geteuid() == 0 }
}
