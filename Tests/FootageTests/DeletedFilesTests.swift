// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("A store of which files are deleted while it is open", .timeLimit(.minutes(1)))
struct DeletedFilesTests {
    @Test("keeps what comes afterwards, in a new file", arguments: [false, true])
    func segment(isWholeFolder: Bool) async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 6)
            let store = try await fixture.store(in: directory, 1...2)
            let file = try #require(try await store.fragments(recording: StoreFixture.recording.id).first)
            let path = store.path(of: file)
            try ScratchFile.remove(isWholeFolder ? path.removingLastComponent() : path)
            for number in 3...4 { _ = try await store.append(fixture.entry(number)) }

            let fragments = try await store.fragments(recording: StoreFixture.recording.id)
            #expect(fragments.map(\.segment.part) == [0, 0, 1, 1])
            for (stored, closed) in zip(fragments, fixture.closed).suffix(2) {
                #expect(try await store.bytes(of: stored) == closed.fragment.bytes)
            }
            let verification = try await store.verify(recording: StoreFixture.recording.id)
            #expect(verification.persisted == 60)
            try await store.close()
        }
    }

    @Test("refuses more without its catalog, and goes on when it is back")
    func catalog() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 2)
            let store = try await fixture.store(in: directory, 1...1)
            let (path, away) = (directory.appending("catalog.sqlite"), directory.appending("away"))
            try FileManager.default.moveItem(atPath: path.string, toPath: away.string)
            await #expect(throws: FootageError.gone(path: path.string)) { try await store.append(fixture.entry(2)) }
            try FileManager.default.moveItem(atPath: away.string, toPath: path.string)
            _ = try await store.append(fixture.entry(2))
            #expect(try await store.fragments(recording: StoreFixture.recording.id).count == 2)
            try await store.close()
        }
    }
}
