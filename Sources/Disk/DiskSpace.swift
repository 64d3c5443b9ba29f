// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// The space on a disk.
package struct DiskSpace: Equatable, Sendable {
    /// The bytes that a user other than root can still write.
    package let free: Int
    /// The size of the file system in bytes.
    package let total: Int
    /// The device that the file system is on: equal for folders that share their space.
    package let device: UInt64

    /// Measures the file system of a folder.
    package init(of folder: FilePath) throws(DiskError) {
        var figures = statvfs()
        guard unsafe statvfs(folder.string, &figures) == 0 else {
            throw .system(operation: "look at the space of", path: folder.string, code: errno)
        }
        let block = Int(clamping: UInt64(figures.f_frsize))
        free = Int(clamping: UInt64(figures.f_bavail)) * block
        total = Int(clamping: UInt64(figures.f_blocks)) * block
        var info = stat()
        guard unsafe stat(folder.string, &info) == 0 else {
            throw .system(operation: "look at the space of", path: folder.string, code: errno)
        }
        device = UInt64(info.st_dev)
    }
}
