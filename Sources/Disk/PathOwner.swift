// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// The owner of a file or folder that this process must not use, for an error message.
package struct PathOwner {
    /// What to do about it.
    package static let remedy = "Make it accessible for this user, or give another path"

    private let path: FilePath
    private let status: stat

    /// Looks at the path, or at the nearest folder above it that exists; nil if this process cannot see any.
    package init?(_ path: FilePath) {
        var (path, status) = (path, stat())
        while unsafe stat(path.string, &status) != 0 {
            let parent = path.removingLastComponent()
            guard parent != path, !parent.isEmpty else { return nil }
            path = parent
        }
        (self.path, self.status) = (path, status)
    }

    private static func name(_ user: uid_t) -> String {
        guard let entry = unsafe getpwuid(user) else { return "user \(user)" }
        return unsafe String(cString: entry.pointee.pw_name)
    }
}

extension PathOwner: CustomStringConvertible {
    /// Who owns the path and as whom this process runs: `/srv belongs to root (mode 755), and this process runs as anna`.
    package var description: String {
        let mode = String(status.st_mode & 0o7777, radix: 8)
        return "\(path) belongs to \(Self.name(status.st_uid)) (mode \(mode)), and this process runs as "
            + Self.name(geteuid())
    }
}
