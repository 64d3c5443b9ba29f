// SPDX-License-Identifier: Apache-2.0
import Disk
import Synchronization
package import SystemPackage
import Wire

/// The space on this machine's disks for what peers send: the free space above the reserve, less the promises to other files.
///
/// A node has one such object, so that received files and fetched stills are not promised the same space. A promise ends when its
/// file has arrived or was given up. It lapses after ten minutes without a byte, so that a peer which announces files and sends
/// none does not block the others; the next attempt then asks for the space again.
package final class DiskRoom: Sendable {
    private struct Promise {
        let device: UInt64
        var bytes: Int
        var touched = ContinuousClock.now
    }

    /// How much of each disk stays free, in bytes.
    package let reserveBytes: Int
    private let lapse: Duration
    private let promises = Mutex<[String: Promise]>([:])

    /// Creates it without promises.
    ///
    /// - Parameters:
    ///   - reserveBytes: how much of each disk stays free.
    ///   - lapse: how long a promise lasts without a byte.
    package init(reserveBytes: Int, lapse: Duration = .seconds(600)) {
        (self.reserveBytes, self.lapse) = (reserveBytes, lapse)
    }

    /// Promises space for the bytes of a file that are still to come; replaces its earlier promise.
    ///
    /// Throws `insufficient-storage` with the available space, and then changes nothing.
    ///
    /// - Parameters:
    ///   - file: identifies the promise in later calls.
    ///   - folder: an existing folder on the disk that the file goes to.
    package func promise(_ bytes: Int, to file: String, in folder: FilePath) async throws {
        try await settle(bytes, for: file, in: folder, isPromised: true)
    }

    /// Throws `insufficient-storage` unless a file has space at this moment; promises nothing.
    package func check(_ bytes: Int, for file: String, in folder: FilePath) async throws {
        try await settle(bytes, for: file, in: folder, isPromised: false)
    }

    /// Updates how many bytes of a file are still to come, and renews its promise.
    package func note(_ bytes: Int, of file: String) {
        promises.withLock { promises in
            promises[file]?.bytes = max(0, bytes)
            promises[file]?.touched = .now
        }
    }

    /// Ends a promise, if there is one.
    package func end(_ file: String) {
        promises.withLock { $0[file] = nil }
    }

    /// Throws `insufficient-storage` if the next bytes would use the reserve: recordings may have grown since the promise.
    ///
    /// - Parameter needed: how many bytes of the file are still to come.
    package func checkWrite(_ bytes: Int, needed: Int, in folder: FilePath) async throws {
        let free = try await DiskSpace.look(at: folder).free
        guard free - bytes >= reserveBytes else {
            throw Problem.insufficientStorage(needed: needed, free: free - reserveBytes, reserve: reserveBytes)
        }
    }

    private func settle(_ bytes: Int, for file: String, in folder: FilePath, isPromised: Bool) async throws {
        let space = try await DiskSpace.look(at: folder)
        let room: Int? = promises.withLock { promises in
            let now = ContinuousClock.now
            promises = promises.filter { now - $0.value.touched < lapse }
            let promised = promises.reduce(0) { sum, promise in
                promise.key == file || promise.value.device != space.device ? sum : sum + promise.value.bytes
            }
            let room = space.free - reserveBytes - promised
            guard bytes <= room else { return room }
            if isPromised { promises[file] = Promise(device: space.device, bytes: bytes) }
            return nil
        }
        if let room { throw Problem.insufficientStorage(needed: bytes, free: room, reserve: reserveBytes) }
    }
}
