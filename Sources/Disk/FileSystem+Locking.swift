// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

extension FileSystem {
    /// Runs the body while no other caller runs one for the same folder, in this process or in another one.
    ///
    /// Throws `inUse` if the folder is not free within the limit. The lock needs no right to write to the folder, and ends with its
    /// process. If the file system cannot lock folders, the body runs without a lock.
    package static func locking(
        _ directory: FilePath, within limit: Duration, _ body: () -> Void
    ) throws(DiskError) {
        // Closing releases the lock: it belongs to this descriptor, and not to the process like that of `DirectoryLock`.
        let folder = try open(directory, .readOnly)
        defer { try? folder.close() }
        let end = ContinuousClock.now + limit
        while flock(folder.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            guard ContinuousClock.now < end else { throw .inUse(directory.string) }
            usleep(10_000)
        }
        body()
    }
}
