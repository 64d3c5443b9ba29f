// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Logging
import SystemPackage
import Tasks
import Wire

/// The camera's footage store, opened when its disk has room; a full disk does not prevent capturing.
actor SpoolDisk {
    /// Opens the store in a folder.
    typealias Opener = @Sendable (_ directory: FilePath) async throws -> any FootageArchive

    /// The delay before a store that failed to open is tried again.
    private static let pause = Duration.seconds(2)

    nonisolated let directory: FilePath
    private let epochs: EpochBook
    private let camera: String
    private let logger: Logger
    private let openStore: Opener
    private var opening: Task<any FootageArchive, any Error>?
    private var opened: (any FootageArchive)?
    private var failure: (error: any Error, at: ContinuousClock.Instant)?
    private var isClosed = false

    init(
        _ directory: FilePath, epochs: EpochBook, camera: String, logger: Logger,
        openStore: @escaping Opener = { try await FootageStore(directory: $0) }
    ) {
        (self.directory, self.epochs, self.camera, self.logger) = (directory, epochs, camera, logger)
        self.openStore = openStore
    }

    /// Opens the store; a failure on a full disk is logged, every other error is thrown.
    func open() async throws {
        do {
            _ = try await store()
        } catch {
            guard DiskReserve.isFull(directory) else { throw error }
            logger.error("the disk is full: nothing can be spooled", metadata: ["error": "\(error)"])
        }
    }

    /// Returns the store, opening it if needed; throws if that fails.
    func store() async throws -> any FootageArchive {
        if let opened { return opened }
        if let failure, .now - failure.at < Self.pause { throw failure.error }
        guard !isClosed else { throw FootageError.readOnly("a spool that was closed") }
        let task =
            opening
            ?? Task { [directory, epochs, camera, openStore] in
                let store = try await openStore(directory)
                try await epochs.complete(from: store, camera: camera, now: wallNanoseconds())
                return store
            }
        // Concurrent callers share one opening: two stores in one folder would truncate each other's appends.
        opening = task
        defer { opening = nil }
        do {
            let store = try await task.value
            (opened, failure) = (store, nil)
            for note in store.recovery.notes { logger.warning("spool repaired", metadata: ["note": "\(note)"]) }
            return store
        } catch {
            failure = (error, .now)
            throw error
        }
    }

    /// The repairs made when the store was opened, as sentences; nil if there were none.
    var repairs: [String]? { opened?.recovery.sentences() }

    /// Closes a store that was moved or deleted, so that the next call opens a new one.
    func forget() async {
        try? await opened?.close()
        opened = nil
    }

    /// Closes the store if it is open.
    func close() async {
        isClosed = true
        try? await opened?.close()
    }
}
