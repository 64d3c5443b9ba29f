// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// Keeps a second process from writing to a store: repairs of one would cut what the other appends.
///
/// The system releases it with the process, however that ends.
package final class DirectoryLock: Sendable {
    private let file: FileDescriptor

    /// Locks a folder for this process.
    ///
    /// Throws `inUse` when another process has it.
    package init(_ directory: FilePath) throws(DiskError) {
        let path = directory.appending("lock")
        do {
            file = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite, .groupRead])
        } catch {
            throw .system(operation: "lock", path: path.string, code: (error as? Errno)?.rawValue ?? EIO)
        }
        // Per process, not per descriptor (fcntl(2)): a store that is opened again by its own process is no stranger.
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        guard unsafe fcntl(file.rawValue, F_SETLK, &range) == 0 else {
            try? file.close()
            throw .inUse(directory.string)
        }
    }

    deinit {
        try? file.close()
    }
}
