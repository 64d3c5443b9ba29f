// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Logging
import SystemPackage
import Tasks
import Wire

/// The camera's store, which is opened as soon as its disk has room: a full disk keeps nobody from capturing.
actor SpoolDisk {
    /// Opens the store in a folder.
    typealias Opener = @Sendable (_ directory: FilePath) async throws -> any FootageArchive

    /// How long it waits before it tries again to open a store that could not be opened.
    private static let pause = Duration.seconds(2)
    /// With less to spare a failure to open the store is the full disk's.
    private static let room = 4 << 20

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

    /// Opens the store; throws what a person has to mend, and not that the disk is full.
    func open() async throws {
        do {
            _ = try await store()
        } catch {
            let free = (try? DiskSpace(of: directory).free) ?? .max
            guard free < Self.room else { throw error }
            logger.error("the disk is full: nothing can be spooled", metadata: ["error": "\(error)"])
        }
    }

    /// The store; throws why it cannot be had now.
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
        // Callers that come meanwhile wait for the same opening: two stores in one folder would cut what the other appends.
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

    /// What was repaired when the store was opened, in sentences; nil when nothing was.
    var repairs: [String]? { opened?.recovery.sentences() }

    /// Closes the store, if there is one.
    func close() async {
        isClosed = true
        try? await opened?.close()
    }
}
