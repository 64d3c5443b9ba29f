// SPDX-License-Identifier: Apache-2.0

import GRDB
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("Catalogs of other versions", .timeLimit(.minutes(1)))
struct CatalogVersionTests {
    private static let tables = ["recording", "epoch", "init", "segment", "fragment", "gap", "comparison"]
    private let recording = StoreFixture.recording.id

    /// Rewrites the catalog as a version wrote it that had only the migrations up to `migration`.
    private func age(_ directory: FilePath, to migration: String) throws {
        let (path, old) = (directory.appending("catalog.sqlite"), directory.appending("old.sqlite"))
        let queue = try DatabaseQueue(path: old.string)
        try CatalogSchema.migrator.migrate(queue, upTo: migration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS new", arguments: [path.string])
            for table in Self.tables {
                let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('\(table)', 'main')")
                    .map { "\"\($0)\"" }.joined(separator: ", ")
                if columns.isEmpty { continue }
                try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM new.\(table)")
            }
            try db.execute(sql: "DETACH new")
        }
        try queue.close()
        for name in ["catalog.sqlite-wal", "catalog.sqlite-shm"] { try? ScratchFile.remove(directory.appending(name)) }
        try ScratchFile.write(try ScratchFile.read(old), to: path)
        try ScratchFile.remove(old)
    }

    private func migrations(_ directory: FilePath) throws -> Set<String> {
        let queue = try DatabaseQueue(path: directory.appending("catalog.sqlite").string)
        return try queue.read { try CatalogSchema.migrator.appliedIdentifiers($0) }
    }

    private func fill(_ directory: FilePath) async throws {
        let fixture = try StoreFixture(fragments: 4, perSegment: 2)
        let store = try await fixture.store(in: directory, 1...3)
        let late = fixture.entry(4)
        _ = try await store.append(
            FragmentEntry(
                recording: recording, epoch: 1, segment: late.segment, fragment: late.fragment, format: late.format,
                captured: 30, received: 0, source: .backfill, persistedAt: 9))
        try await store.set(EpochClock(camera: "node", epoch: 1, tick: Tick(rawValue: 0), utc: 5, uncertainty: 1))
        try await store.close()
    }

    @Test("A catalog of each earlier version can be read as it is", arguments: ["1", "2", "3", "4", "5", "6", "7"])
    func earlier(migration: String) async throws {
        try await withScratch { directory in
            try await fill(directory)
            try age(directory, to: migration)
            let before = try migrations(directory)
            #expect(before == Set((1...(try #require(Int(migration)))).map(String.init)))

            let reader = try await FootageStore(readingDirectory: directory)
            let verification = try await reader.verify(recording: recording)
            #expect(verification.holds && verification.persisted == 120)
            let summary = try #require(try await reader.summary(recording: recording))
            #expect(summary.frames == 120 && summary.backfilled == 30 && summary.unconfirmed == 0)
            #expect(!summary.recording.isLocked)
            #expect(try await reader.clocks(camera: "node").map(\.began) == [.cameraRestarted])
            #expect(try await reader.stretches(recording: recording).reduce(0) { $0 + $1.frames } == 120)
            #expect(try await reader.runs(recording: recording).map(\.last) == [4])
            #expect(try await reader.comparisons(camera: "node", epochs: 0...9).isEmpty)
            try await reader.close()
            #expect(try migrations(directory) == before)
            // A writer migrates it.
            try await FootageStore(directory: directory).close()
            #expect(try migrations(directory) == Set(CatalogSchema.migrator.migrations))
        }
    }

    @Test("A catalog of a later version is read, and not written to")
    func later() async throws {
        try await withScratch { directory in
            try await fill(directory)
            let queue = try DatabaseQueue(path: directory.appending("catalog.sqlite").string)
            try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')") }
            try queue.close()
            let error = await #expect(throws: FootageError.self) { try await FootageStore(directory: directory) }
            guard case .newerCatalog(let path) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(path.hasSuffix("catalog.sqlite"))
            let reader = try await FootageStore(readingDirectory: directory)
            #expect(try await reader.verify(recording: recording).holds)
        }
    }
}
