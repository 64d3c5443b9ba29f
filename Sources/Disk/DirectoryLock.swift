// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// Keeps a second process from writing to a store: the repair of one would cut off what the other appends.
///
/// The system releases the lock when the process ends, even after a crash.
package final class DirectoryLock: Sendable {
    private let file: FileDescriptor

    /// Locks a folder for this process.
    ///
    /// Throws `inUse` if another process has locked it.
    package init(_ directory: FilePath) throws(DiskError) {
        let path = directory.appending("lock")
        do {
            file = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite, .groupRead])
        } catch {
            throw .system(operation: "lock", path: path.string, code: (error as? Errno)?.rawValue ?? EIO)
        }
        // An fcntl(2) lock belongs to the process, not to the descriptor: a process can open its own store again.
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
