// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

extension FileSystem {
    /// Opens a file for reading and writing, which only this user may use, or creates it.
    ///
    /// For folders that everybody may write to. Throws `invalid` for a file of another user, and for what is no ordinary file.
    package static func openOwn(_ path: FilePath) throws(DiskError) -> FileDescriptor {
        let file: FileDescriptor
        let isOwn: Bool
        do {
            file = try FileDescriptor.open(
                path, .readWrite, options: [.create, .noFollow, .nonBlocking, .closeOnExec],
                permissions: .ownerReadWrite)
            let status = try file.stat()
            isOwn = status.type == .regular && status.userID.rawValue == geteuid()
        } catch {
            throw .system(operation: "open", path: path.string, code: (error as? Errno)?.rawValue ?? EIO)
        }
        guard isOwn else {
            try? file.close()
            throw .invalid("\(path) is no file of this user: remove it")
        }
        return file
    }
}
