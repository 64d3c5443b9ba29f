// SPDX-License-Identifier: Apache-2.0

import Disk
import GRDB
import Media
import Synchronization
import SystemPackage

/// The SQLite database that describes the content of a store's files.
///
/// Write-ahead logging, so that another process can read while this one writes. `synchronous=FULL`, because a row is a promise to a
/// camera, which may then delete its copy.
final class CatalogDatabase: Sendable {
    private let path: FilePath
    private let queue: DatabaseQueue
    /// Whether another process may write to the database while this one reads.
    let isReadOnly: Bool
    /// A closed connection must not be used: statements that GRDB caches for it are freed memory.
    private let isClosed = Mutex(false)

    /// Opens the catalog for writing; creates or migrates it if needed.
    init(writing path: FilePath) throws {
        self.path = path
        var configuration = Self.configuration
        configuration.journalMode = .wal
        isReadOnly = false
        do {
            queue = try DatabaseQueue(path: path.string, configuration: configuration)
            // GRDB sets NORMAL when it switches to write-ahead logging, so this comes after it.
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let isNewer = try queue.read { try CatalogSchema.migrator.hasBeenSuperseded($0) }
            guard !isNewer else { throw FootageError.newerCatalog(path.string) }
            try CatalogSchema.migrator.migrate(queue)
            try queue.writeWithoutTransaction { try Self.prepareTotals($0) }
        } catch {
            throw Self.translate(error, at: path)
        }
    }

    /// Opens an existing catalog without changing it, whichever version wrote it.
    init(reading path: FilePath) throws {
        guard FileSystem.exists(path) else { throw FootageError.noCatalog(path.string) }
        self.path = path
        var configuration = Self.configuration
        configuration.readonly = true
        isReadOnly = true
        do {
            queue = try DatabaseQueue(path: path.string, configuration: configuration)
            try queue.writeWithoutTransaction { try CatalogCompatibility.prepare($0) }
        } catch {
            throw Self.translate(error, at: path)
        }
    }

    /// Reads all pages; throws `damagedCatalog` if one is malformed.
    func check() throws {
        let found = try read { try String.fetchAll($0, sql: "PRAGMA integrity_check(1)") }
        guard found == ["ok"] else { throw FootageError.damagedCatalog(path.string) }
    }

    /// Runs queries on one consistent state.
    ///
    /// Not by GRDB's `read`: that sets `PRAGMA query_only` before and after, and each time SQLite forgets every compiled
    /// statement of the connection.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try checkOpen()
        do {
            return try queue.writeWithoutTransaction { database in
                try database.beginTransaction(.deferred)
                defer { try? database.rollback() }
                return try body(database)
            }
        } catch {
            throw Self.translate(error, at: path)
        }
    }

    /// Runs changes as one transaction, durable on return.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard !isReadOnly else { throw FootageError.readOnly("this footage store") }
        try checkOpen()
        do {
            return try queue.write(body)
        } catch {
            throw Self.translate(error, at: path)
        }
    }

    /// The value of SQLite's `synchronous` setting on the writing connection; 2 is FULL.
    func synchronousSetting() throws -> Int? {
        try queue.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    /// Closes the connection; every later call throws.
    func close() throws {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        do {
            try queue.close()
        } catch {
            throw Self.translate(error, at: path)
        }
    }

    private func checkOpen() throws(FootageError) {
        guard !isClosed.withLock({ $0 }) else { throw .readOnly("a footage store that was closed") }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "footage catalog"
        return configuration
    }

    private static func translate(_ error: any Error, at path: FilePath) -> any Error {
        switch error {
        case is FootageError, is DiskError, is MediaError: error
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            DiskError.system(operation: "write", path: path.string, code: Errno.noSpace.rawValue)
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            FootageError.damagedCatalog(path.string)
        default: FootageError.catalog("\(path): \(error)")
        }
    }
}
