// SPDX-License-Identifier: Apache-2.0

import Disk
package import SystemPackage

/// Segments on disk and the catalog that describes them: the camera's spool and the recorder's archive.
///
/// A fragment that `append` has returned survives a power cut. No byte is ever rewritten; `restore` exchanges a damaged file for one
/// with the original bytes. All work waits for the disk, so it runs on an executor of its own, one call at a time; `verify` and
/// `export` let other calls run between fragments. One process appends to a store; others may read and repair it at the same time.
package actor FootageStore {
    /// The folder of the store.
    package nonisolated let directory: FilePath
    /// The repairs made when the store was opened.
    package nonisolated let recovery: RecoveryReport
    /// Held for as long as the store is open for writing.
    private let lock: DirectoryLock?

    let catalog: CatalogDatabase
    let synchronize: SegmentFile.Synchronize
    /// Files that may be appended to, by recording, the latest used last.
    var files: [String: [SegmentFile]] = [:]
    /// Segments whose file failed; never appended to, even if the catalog could not be updated.
    var retired: Set<Int64> = []
    /// Files with a fragment after their last row, because its commit failed.
    var doubtful: [SegmentFile] = []
    /// For each camera of a policy (nil: all), the segment after which a search begins.
    ///
    /// All segments up to it belong to locked recordings or to other cameras.
    var sparedSegments: [String?: Int64] = [:]
    /// What was gone of recordings when their folders were last listed.
    var gone: [String: GoneFootage] = [:]
    /// The size of the folder `recovered` in bytes.
    var recoveredBytes: Int
    /// The number of the catalog's file; nil for a store that is open for reading only.
    private let catalogNumber: UInt64?
    private let executor: BlockingExecutor

    /// The executor of all calls.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens a store for writing, creates it if there is none, and repairs it after a crash.
    ///
    /// Throws `system` and `catalog`, and `unreadable` if a file that a crash left open cannot be read.
    package init(directory: FilePath) async throws {
        try await self.init(directory: directory, synchronize: FileSystem.synchronizeData)
    }

    /// Opens an existing store for reading only.
    ///
    /// Another process may be using it; nothing is repaired. Throws `notFound` if there is no store, and `catalog`.
    package init(readingDirectory directory: FilePath) async throws {
        let executor = BlockingExecutor(label: "footage reader")
        self.executor = executor
        self.directory = directory
        synchronize = FileSystem.synchronizeData
        recovery = RecoveryReport()
        lock = nil
        (recoveredBytes, catalogNumber) = (0, nil)
        catalog = try await executor.run { try CatalogDatabase(reading: directory.appending(Self.catalogName)) }
    }

    /// Opens a store whose syncs and recovery tests can let fail.
    init(
        directory: FilePath, synchronize: @escaping SegmentFile.Synchronize = FileSystem.synchronizeData,
        gate: @escaping RecoveryInspection.Gate = { _ in }
    ) async throws {
        let executor = BlockingExecutor(label: "footage store")
        self.executor = executor
        self.directory = directory
        self.synchronize = synchronize
        (lock, catalog, catalogNumber, recovery, recoveredBytes) = try await executor.run {
            try FileSystem.makeDirectories(directory)
            let lock = try DirectoryLock(directory)
            let reserve = DiskReserve(in: directory)
            // What a full disk has must be readable, or recorders take a camera's footage for lost.
            let (catalog, report) = try reserve.lend {
                let catalog = try CatalogDatabase(writing: directory.appending(Self.catalogName))
                try FileSystem.synchronizeDirectory(directory)
                var recovery = Recovery(directory: directory, catalog: catalog, gate: gate)
                return (catalog, try recovery.run())
            }
            reserve.take()
            Self.removeAbandonedRepair(in: directory)
            let recovered = try RecoveredFolder(of: directory).files().reduce(0) { $0 + $1.byteCount }
            let number = try FileStatus(directory.appending(Self.catalogName))?.number
            return (lock, catalog, number, report, recovered)
        }
    }

    /// Opens a recording for footage; updates one that exists already with the same camera.
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

    /// Throws `gone` if another file, or none, is in the place of the catalog: SQLite writes on to a deleted one without an error.
    func requireCatalog() throws {
        let path = directory.appending(Self.catalogName)
        guard let catalogNumber else { return }
        guard try FileStatus(path)?.number == catalogNumber else { throw FootageError.gone(path: path.string) }
    }

    /// Room for the changes by which a full disk gets free.
    var reserve: DiskReserve { DiskReserve(in: directory) }

    /// Whether a text can be the name of a folder of ours.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy(isNameByte)
    }

    /// A camera's name as the name of a folder: never that of a file or folder of the store, whatever a camera calls itself.
    ///
    /// All files of a store but its lock have a dot in their names, and such a folder has none.
    static func folderName(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            // A mark behind a slash or a hyphen would make another character of it.
            let isMark = scalar.properties.generalCategory.isMark && (text.isEmpty || text.unicodeScalars.last == "-")
            let part = isNameScalar(scalar) && !isMark ? String(scalar) : "-"
            guard text.utf8.count + part.utf8.count <= folderNameLimit else { break }
            text += part
        }
        // Some file systems do not distinguish case.
        let isOwn = [DirectoryLock.name, RecoveredFolder.name, repairFolder].contains(text.lowercased())
        return isOwn || text.isEmpty || text.hasPrefix("-") ? "camera-" + text : text
    }

    /// The most bytes of UTF-8 in a folder's name: recovered files have it in theirs, beside 110 others of at most 255.
    private static let folderNameLimit = 128

    /// Letters of any script with their marks, digits, `-` and `_`.
    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return scalar != "." && isNameByte(UInt8(scalar.value)) }
        let category = scalar.properties.generalCategory
        return scalar.properties.isAlphabetic || category.isMark || category == .decimalNumber
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

extension Unicode.GeneralCategory {
    /// Whether it belongs to the character before it: an accent, a vowel sign.
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark }
}
