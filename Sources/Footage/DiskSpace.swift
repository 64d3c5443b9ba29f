// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemPackage

/// How much room there is on disks.
package enum DiskSpace {
    /// What the file system of a folder has to spare for whoever is not root, in bytes.
    package static func free(_ path: FilePath) throws(FootageError) -> Int {
        var figures = statvfs()
        guard unsafe statvfs(path.string, &figures) == 0 else {
            throw .system(operation: "look at the space of", path: path.string, code: errno)
        }
        return Int(clamping: UInt64(figures.f_bavail)) * Int(clamping: UInt64(figures.f_frsize))
    }
}
