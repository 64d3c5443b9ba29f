// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// The number, size, kind and modification time of a file.
package struct FileStatus: Equatable {
    /// The inode's number: another file that takes its place has another one.
    package let number: UInt64
    /// The length in bytes.
    package let byteCount: Int
    /// Whether it is an ordinary file, and not a folder or device.
    package let isRegular: Bool
    /// When its content last changed, in nanoseconds since 1970 UTC.
    package let modifiedAt: Int64

    /// Reads the status of a file; nil if there is none.
    ///
    /// Throws `system` if that cannot be found out, for example without permission for a folder above it.
    package init?(_ path: FilePath) throws(DiskError) {
        var status = stat()
        guard unsafe stat(path.string, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .system(operation: "look at", path: path.string, code: errno)
        }
        self.init(status)
    }

    /// Reads the status of an open file; throws `system` if that fails.
    package init(_ file: FileDescriptor, _ path: FilePath) throws(DiskError) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else {
            throw .system(operation: "measure", path: path.string, code: errno)
        }
        self.init(status)
    }

    private init(_ status: stat) {
        number = UInt64(status.st_ino)
        byteCount = Int(status.st_size)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        modifiedAt = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
