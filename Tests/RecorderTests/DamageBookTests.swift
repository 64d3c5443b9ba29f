// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Foundation
import Glibc
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Recorder

@Suite("The book of an archive's damaged footage", .timeLimit(.minutes(1)))
struct DamageBookTests {
    @Test("has the damage that two programs have found at the same time")
    func merged() async throws {
        try await withScratch { folder in
            let archive = try await Archive(at: folder)
            let store = archive.store
            try await store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
            for entry in try JPEGFootage.entries(12) { _ = try await store.append(entry) }
            let fragments = try await store.fragments(recording: "r")
            let books = (0..<2).map { _ in DamageBook(in: folder, patience: .seconds(30)) }
            await withTaskGroup(of: Void.self) { group in
                for (index, fragment) in fragments.enumerated() {
                    let error = FootageError.damaged(path: fragment.segment.path, offset: 0, reason: "changed")
                    group.addTask { _ = await books[index % 2].note(fragment, of: store, failing: error) }
                }
            }
            #expect(fragments.count == 12)
            #expect(await DamageBook(in: folder).known.digests == Set(fragments.map(\.digest)))
            #expect(await DamageBook(in: folder).recordings == ["r"])
            let file = folder.appending(try #require(fragments.first).segment.path)
            try FileManager.default.removeItem(atPath: file.string)
            #expect(await DamageBook(in: folder).recordings.isEmpty, "what is gone is another kind of gap")
            try await store.close()
        }
    }

    @Test("waits for another program for a limited time, and the damage counts meanwhile")
    func busy() async throws {
        try await withScratch { folder in
            let archive = try await Archive(at: folder)
            let store = archive.store
            try await store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
            for entry in try JPEGFootage.entries(2) { _ = try await store.append(entry) }
            let fragments = try await store.fragments(recording: "r")
            let error = FootageError.damaged(path: fragments[0].segment.path, offset: 0, reason: "changed")
            let book = DamageBook(in: folder)
            let other = try FileSystem.open(folder, .readOnly)
            defer { try? other.close() }
            #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == 0)
            #expect(await book.note(fragments[0], of: store, failing: error))
            #expect(await book.known.digests == [fragments[0].digest])
            #expect(await DamageBook(in: folder).known.digests.isEmpty, "it is not written")
            #expect(flock(other.rawValue, LOCK_UN) == 0)
            #expect(await book.note(fragments[1], of: store, failing: error))
            #expect(await DamageBook(in: folder).known.digests == Set(fragments.map(\.digest)))
            try await store.close()
        }
    }
}
