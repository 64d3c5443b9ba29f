// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
package import SystemPackage

/// Keeps a second process from writing to a store: the repair of one would cut off what the other appends.
///
/// The system releases the lock when the process ends, even after a crash.
package final class DirectoryLock: Sendable {
    /// The name of the lock's file in its folder.
    package static let name = "lock"

    private let file: FileDescriptor
    private let directory: FilePath
    /// The folders that this process has locked, and how often: the system tells only of other processes.
    private static let own = Mutex<[FilePath: Int]>([:])

    /// Locks a folder for this process.
    ///
    /// Throws `inUse` with the id of the other process if that has locked it.
    package init(_ directory: FilePath) throws(DiskError) {
        self.directory = directory
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
        Self.own.withLock { $0[directory, default: 0] += 1 }
    }

    deinit {
        Self.own.withLock { own in
            own[directory, default: 0] -= 1
            if own[directory] == 0 { own[directory] = nil }
        }
        try? file.close()
    }

    /// Whether a process has locked a folder; true if that cannot be found out.
    package static func isHeld(_ directory: FilePath) -> Bool {
        guard own.withLock({ $0[directory] }) == nil else { return true }
        do {
            let file = try FileDescriptor.open(directory.appending(name), .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            var range = flock()
            range.l_type = Int16(F_WRLCK)
            return unsafe fcntl(file.rawValue, F_GETLK, &range) != 0 || range.l_type != Int16(F_UNLCK)
        } catch {
            return error as? Errno != .noSuchFileOrDirectory
        }
    }
}
