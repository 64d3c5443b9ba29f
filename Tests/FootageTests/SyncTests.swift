// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import Glibc
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

/// Checks which syncs are requested and when, which otherwise only a power cut would show.
@Suite("What is synced", .timeLimit(.minutes(1)))
struct SyncTests {
    @Test("The kernel is asked to write a file's bytes: it refuses for what cannot be written")
    func data() throws {
        let (reading, writing) = try FileDescriptor.pipe()
        defer {
            try? reading.close()
            try? writing.close()
        }
        #expect(throws: Errno.invalidArgument) { try FileSystem.synchronizeData(writing) }
    }

    @Test("The kernel is asked to write the names of a directory: it refuses for one that is on no disk")
    func names() throws {
        #expect(throws: DiskError.system(operation: "sync the directory", path: "/proc", code: EINVAL)) {
            try FileSystem.synchronizeDirectory("/proc")
        }
    }

    @Test("A fragment is synced before its row is written, and so is the name of a new file")
    func fragments() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 3, perSegment: 2)
            let store = try await fixture.store(in: directory, [])
            let reader = try CatalogDatabase(reading: directory.appending("catalog.sqlite"))
            defer { try? reader.close() }
            let syncs = Syncs {
                (try? reader.fragments(StoreFixture.recording.id, after: nil, limit: 9).isEmpty) == true
            }
            try await syncs.hear { _ = try await store.append(fixture.entry(1)) }
            let folder = try #require(try await store.fragments(recording: StoreFixture.recording.id).first)
            let path = store.path(of: folder).removingLastComponent()
            #expect(syncs.all.suffix(2) == [.init(.data, true), .init(.directory(path), true)])
            let again = Syncs { true }
            try await again.hear { _ = try await store.append(fixture.entry(2)) }
            #expect(again.all == [.init(.data, true)])
            try await again.hear { _ = try await store.append(fixture.entry(3)) }
            #expect(again.all == [.init(.data, true), .init(.directory(path), true)])
        }
    }

    @Test("Fragments that are stored together are synced once for each file, all before the first row")
    func together() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 5, perSegment: 3)
            let store = try await fixture.store(in: directory, [1])
            let reader = try CatalogDatabase(reading: directory.appending("catalog.sqlite"))
            defer { try? reader.close() }
            let syncs = Syncs {
                (try? reader.fragments(StoreFixture.recording.id, after: nil, limit: 9).count) == 1
            }
            try await syncs.hear { _ = try await store.append((2...5).map { fixture.entry($0) }, gaps: []) }
            #expect(syncs.all.filter { $0 == .init(.data, true) }.count == 2)
            #expect(try reader.fragments(StoreFixture.recording.id, after: nil, limit: 9).count == 5)
        }
    }
}
