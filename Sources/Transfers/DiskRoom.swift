// SPDX-License-Identifier: Apache-2.0
import Disk
import Synchronization
package import SystemPackage
import Wire

/// The room on this machine's disks for what peers send: what is free above the reserve, less what is promised to other
/// files.
///
/// One object for a node, so that files that are handed over and stills that are fetched are not promised the same room.
/// A promise ends when its file has arrived or was given up. It lapses after ten minutes without a byte, so that a peer
/// which announces files and sends none does not keep the disk from the others; the next byte asks for the room again.
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

    /// Room above a reserve.
    ///
    /// - Parameters:
    ///   - reserveBytes: how much of each disk stays free.
    ///   - lapse: how long a promise holds while nothing comes.
    package init(reserveBytes: Int, lapse: Duration = .seconds(600)) {
        (self.reserveBytes, self.lapse) = (reserveBytes, lapse)
    }

    /// Promises room for the bytes of a file that are still to come, in place of what it was promised before.
    ///
    /// Throws `insufficient-storage`, which says how much room there is, and then changes nothing.
    ///
    /// - Parameters:
    ///   - file: by what the promise is known later.
    ///   - folder: a folder that exists, on the disk that the file goes to.
    package func promise(_ bytes: Int, to file: String, in folder: FilePath) async throws {
        try await settle(bytes, for: file, in: folder, isPromised: true)
    }

    /// Throws `insufficient-storage` unless a file has room at this moment; promises nothing.
    package func check(_ bytes: Int, for file: String, in folder: FilePath) async throws {
        try await settle(bytes, for: file, in: folder, isPromised: false)
    }

    /// Notes how many bytes of a file are still to come.
    package func note(_ bytes: Int, of file: String) {
        promises.withLock { promises in
            promises[file]?.bytes = max(0, bytes)
            promises[file]?.touched = .now
        }
    }

    /// Ends a promise; fine when there is none.
    package func end(_ file: String) {
        promises.withLock { $0[file] = nil }
    }

    /// Throws `insufficient-storage` if the next bytes would eat into the reserve: recordings grow meanwhile.
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
