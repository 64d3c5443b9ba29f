// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// Keeps a second process from writing to a store: the repair of one would cut off what the other appends.
///
/// The system releases the lock when the process ends, even after a crash.
package final class DirectoryLock: Sendable {
    /// The name of the lock's file in its folder.
    package static let name = "lock"

    private let file: FileDescriptor

    /// Locks a folder for this process.
    ///
    /// Throws `inUse` with the id of the other process if that has locked it.
    package init(_ directory: FilePath) throws(DiskError) {
        let path = directory.appending(Self.name)
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
            // The id is 0 if the process is in a container that this one cannot see.
            let isKnown = unsafe fcntl(file.rawValue, F_GETLK, &range) == 0 && range.l_pid > 0
            try? file.close()
            throw .inUse(directory.string, process: isKnown ? range.l_pid : nil)
        }
    }

    deinit {
        try? file.close()
    }
}
