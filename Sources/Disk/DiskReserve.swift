// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// A file that holds some room on a disk, to be given back when the disk is full and a store must be opened all the same.
///
/// Waits for the disk on a thread of its own: callers `await`.
package actor DiskReserve {
    /// The bytes that are held: enough for the shared index and the journal of a catalog.
    package static let byteCount = 1 << 20
    /// The free space in bytes from which on the room is taken.
    private static let plenty = 64 << 20

    private let path: FilePath
    private let executor = BlockingExecutor(label: "reserve")

    /// Names the file; nothing is written yet.
    package init(in folder: FilePath) {
        path = folder.appending("reserve.part")
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Takes the room if the disk has plenty, and it is not taken yet; without success, nothing is held.
    package func take() {
        let taken = (try? FileStatus(path))?.byteCount ?? 0
        guard taken < Self.byteCount, let free = try? DiskSpace(of: path.removingLastComponent()).free,
            free > Self.plenty
        else { return }
        try? FileSystem.reserve(Self.byteCount, as: path)
    }

    /// Gives the room back; returns whether there was any.
    package func release() -> Bool {
        guard let status = try? FileStatus(path), status.byteCount > 0 else { return false }
        return (try? FileSystem.remove(path)) != nil
    }
}
