// SPDX-License-Identifier: Apache-2.0

import Disk
package import SystemPackage

/// Segments on disk and the catalog that describes them: the camera's spool and the recorder's archive.
///
/// What `append` has returned survives a power cut. Nothing is ever rewritten. All work waits for the disk
/// and so runs on an executor of its own, one call at a time; `verify` and `export` let others in between
/// fragments. One process writes to a store; others may open it for reading at the same time.
package actor FootageStore {
    /// Where the store is.
    package nonisolated let directory: FilePath
    /// What was found and done when the store was opened.
    package nonisolated let recovery: RecoveryReport
    /// Held for as long as the store is open for writing.
    private let lock: DirectoryLock?

    let catalog: CatalogDatabase
    let synchronize: SegmentFile.Synchronize
    /// Files that may be appended to, by recording, the one used last at the end.
    var files: [String: [SegmentFile]] = [:]
    /// Segments whose file failed; they are not appended to, even if the catalog could not be told.
    var retired: Set<Int64> = []
    /// Files with a fragment behind their last row, whose commit failed.
    var doubtful: [SegmentFile] = []
    /// For each camera that a policy was about (nil: all), the segment behind which a search begins.
    ///
    /// Up to it, all belong to recordings that are locked or of other cameras.
    var sparedSegments: [String?: Int64] = [:]
    /// The bytes of the folder `recovered`.
    var recoveredBytes: Int
    private let executor: BlockingExecutor

    /// The executor on which everything here runs.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens a store for writing, makes it if there is none, and repairs what a crash left behind.
    ///
    /// Throws `system` and `catalog`, and `unreadable` if a file that a crash left open cannot be read.
    package init(directory: FilePath) async throws {
        try await self.init(directory: directory, synchronize: FileSystem.synchronizeData)
    }

    /// Opens an existing store for reading only.
    ///
    /// It may be in use by another process; nothing is repaired.
    /// Throws `notFound` if there is no store, and `catalog`.
    package init(readingDirectory directory: FilePath) async throws {
        let executor = BlockingExecutor(label: "footage reader")
        self.executor = executor
        self.directory = directory
        synchronize = FileSystem.synchronizeData
        recovery = RecoveryReport()
        lock = nil
        recoveredBytes = 0
        catalog = try await executor.run { try CatalogDatabase(reading: directory.appending(Self.catalogName)) }
    }

    /// Opens a store whose syncing, and whose recovery, can be made to fail.
    init(
        directory: FilePath, synchronize: @escaping SegmentFile.Synchronize = FileSystem.synchronizeData,
        gate: @escaping RecoveryInspection.Gate = { _ in }
    ) async throws {
        let executor = BlockingExecutor(label: "footage store")
        self.executor = executor
        self.directory = directory
        self.synchronize = synchronize
        (lock, catalog, recovery, recoveredBytes) = try await executor.run {
            try FileSystem.makeDirectories(directory)
            let lock = try DirectoryLock(directory)
            let catalog = try CatalogDatabase(writing: directory.appending(Self.catalogName))
            try FileSystem.synchronizeDirectory(directory)
            var recovery = Recovery(directory: directory, catalog: catalog, gate: gate)
            let report = try recovery.run()
            let recovered = try RecoveredFolder(of: directory).files().reduce(0) { $0 + $1.byteCount }
            return (lock, catalog, report, recovered)
        }
    }

    /// Opens a recording for footage; one that exists already with the same camera is brought up to date.
    ///
    /// Throws `invalid` for an id that cannot name a folder, or that belongs to another camera.
    package func open(_ recording: Recording) throws {
        guard Self.isName(recording.id) else {
            throw FootageError.invalid("recording id `\(recording.id)`: use 1 to 64 letters, digits, . - _")
        }
        if let existing = try catalog.recording(recording.id) {
            guard existing.camera == recording.camera else {
                throw FootageError.invalid("recording id `\(recording.id)`: it belongs to another camera")
            }
            return try update(recording)
        }
        let folder = Self.folderName(recording.cameraName) + "/" + recording.id
        try catalog.insert(recording, folder: folder)
    }

    /// Closes the files and the catalog; every later call throws.
    package func close() throws {
        files = [:]
        try catalog.close()
    }

    private static let catalogName = "catalog.sqlite"

    /// Whether a text can be a file name of ours.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy(isNameByte)
    }

    /// A camera's name as the name of a folder.
    private static func folderName(_ name: String) -> String {
        let bytes = name.utf8.prefix(64).map { isNameByte($0) ? $0 : UInt8(ascii: "-") }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.isEmpty || text.hasPrefix(".") ? "camera" + text : text
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
