// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// A file that holds some room on a disk, for changes without which a full disk could never get free again.
///
/// All calls wait for the disk.
package struct DiskReserve: Sendable {
    /// The bytes that are held: enough for the shared index and the journal of a catalog.
    package static let byteCount = 1 << 20
    /// The free space in bytes from which on the room is taken.
    private static let plenty = 8 << 20
    /// With less free space, in bytes, a failure is blamed on the full disk.
    private static let least = 4 << 20

    private let path: FilePath

    /// Names the file; nothing is written yet.
    package init(in folder: FilePath) {
        path = folder.appending("reserve.part")
    }

    /// Whether the disk of a folder is so full that a catalog may fail.
    package static func isFull(_ folder: FilePath) -> Bool {
        (try? DiskSpace(of: folder)).map(isFull) ?? false
    }

    /// Whether the space of a disk is so little that a catalog may fail.
    package static func isFull(_ space: DiskSpace) -> Bool { space.free < least }

    /// Takes the room if the disk has plenty, and it is not taken yet; without success, nothing is held.
    package func take() {
        guard held < Self.byteCount, let free = try? DiskSpace(of: path.removingLastComponent()).free,
            free > Self.plenty
        else { return }
        try? FileSystem.reserve(Self.byteCount, as: path)
    }

    /// Runs a change; if it fails on a full disk, gives the room back, runs it again, and takes what is left of the room.
    package func lend<Value>(to change: () throws -> Value) throws -> Value {
        do {
            return try change()
        } catch  where Self.isFull(path.removingLastComponent()) {
            let bytes = held
            guard bytes > 0 else { throw error }
            try FileSystem.remove(path)
            defer { if held == 0 { try? FileSystem.reserve(bytes / 2, as: path) } }
            return try change()
        }
    }

    private var held: Int { (try? FileStatus(path))?.byteCount ?? 0 }
}
