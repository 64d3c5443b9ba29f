// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing
import TestSupport

@testable import Footage

@Suite("Recovery", .timeLimit(.minutes(1)))
struct RecoveryTests {
    private let recording = StoreFixture.recording.id

    @Test("A torn tail is cut off, and the next fragment takes its place")
    func tornTail() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 3)
            let before = try await fixture.store(in: directory, 1...2)
            let path = before.path(of: try #require(try await before.fragments(recording: recording).first))
            try await before.close()
            let whole = try ScratchFile.read(path)
            try ScratchFile.write(whole + [UInt8](repeating: 7, count: 12345), to: path)

            let store = try await FootageStore(directory: directory)
            #expect(store.recovery.cutBytes == 12345)
            #expect(store.recovery.lost.isEmpty)
            #expect(try ScratchFile.read(path) == whole)
            let moved = try #require(try await store.recoveredFiles().first)
            #expect(moved.offset == whole.count && moved.origin.hasSuffix("rec-1/e000001-s000001.mp4"))
            #expect(
                try ScratchFile.read(directory.appending("recovered/" + moved.name))
                    == [UInt8](repeating: 7, count: 12345))
            _ = try await store.append(fixture.entry(3))
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.findings.isEmpty)
        }
    }

    @Test(
        "A fragment whose end did not reach the disk is dropped and named, and can be stored again",
        arguments: [1, 5000])
    func lostTail(missing: Int) async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 3, size: 100)
            let before = try await fixture.store(in: directory, 1...3)
            let fragments = try await before.fragments(recording: recording)
            try await before.close()
            let path = before.path(of: fragments[0])
            try ScratchFile.write(Array(try ScratchFile.read(path).dropLast(missing)), to: path)

            let store = try await FootageStore(directory: directory)
            let expected = missing == 1 ? [3] : [3, 2]
            #expect(store.recovery.lost.map(\.id.sequence) == expected)
            #expect(store.recovery.lost.allSatisfy { $0.frames == 30 })
            for sequence in expected.reversed() { _ = try await store.append(fixture.entry(sequence)) }
            #expect(try ScratchFile.read(path).count == fragments[2].segment.byteCount)
            #expect(try await store.verify(recording: recording).persisted == 90)
        }
    }

    @Test("A file without any whole fragment goes to recovered/, and so does one that no row names")
    func strays() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 1)
            let before = try await fixture.store(in: directory, 1...1)
            let path = before.path(of: try #require(try await before.fragments(recording: recording).first))
            try await before.close()
            try ScratchFile.write([1, 2, 3], to: path)
            let folder = path.removingLastComponent()
            try ScratchFile.write([1], to: folder.appending("e000001-s000002.mp4"))
            try ScratchFile.write([1], to: folder.appending("notes.txt"))
            try ScratchFile.write([1], to: directory.appending("mine.mp4"))

            let store = try await FootageStore(directory: directory)
            #expect(store.recovery.movedFiles == 2)
            #expect(store.recovery.lost.map(\.id) == [FragmentID(epoch: 1, sequence: 1)])
            #expect(ScratchFile.files(below: folder) == ["notes.txt"])
            let moved = ["e000001-s000001.mp4", "e000001-s000002.mp4"].map { "recovered/Door---left+rec-1+\($0)" }
            #expect(StoreFixture.files(directory) == ["mine.mp4"] + moved)
            #expect(try ScratchFile.read(directory.appending(moved[0])) == [1, 2, 3])
            _ = try await store.append(fixture.entry(1))
            #expect(try await store.verify(recording: recording).holds)
        }
    }

    @Test("A deletion that was begun is finished")
    func garbage() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4, perSegment: 2)
            let before = try await fixture.store(in: directory, 1...4)
            let first = try #require(try await before.fragments(recording: recording).first).segment
            // The crash happens after the row is marked and before the file is unlinked.
            try await before.catalog.markGarbage([first.id])
            #expect(try await before.fragments(recording: recording).map(\.id.sequence) == [3, 4])
            try await before.close()

            let store = try await FootageStore(directory: directory)
            #expect(StoreFixture.files(directory) == ["Door---left/rec-1/e000001-s000002.mp4"])
            #expect(try await store.fragments(recording: recording).map(\.id.sequence) == [3, 4])
            #expect(try await store.catalog.garbageSegments().isEmpty)
        }
    }

    @Test("An open file that is gone is a note, and its frames stay in the catalog for verification to name")
    func goneFile() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 2)
            let before = try await fixture.store(in: directory, 1...2)
            let path = before.path(of: try #require(try await before.fragments(recording: recording).first))
            try await before.close()
            try ScratchFile.remove(path)
            let store = try await FootageStore(directory: directory)
            #expect(store.recovery.notes.count == 1)
            let verification = try await store.verify(recording: recording)
            #expect(!verification.holds)
            #expect(verification.gaps.map(\.reason) == [.fileMissing])
        }
    }

    @Test("Whatever a crash leaves at the end of a file, what was acknowledged before it is whole", arguments: 1...15)
    func randomCut(seed: UInt64) async throws {
        try await withScratch { directory in
            var generator = SeededGenerator(seed: seed)
            let fixture = try StoreFixture(fragments: 6, perSegment: 3)
            let before = try await fixture.store(in: directory, 1...6)
            let path = before.path(of: try #require(try await before.fragments(recording: recording).last))
            try await before.close()
            var bytes = try ScratchFile.read(path)
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            bytes += generator.bytes(Int.random(in: 0...5000, using: &generator))
            try ScratchFile.write(bytes, to: path)

            let store = try await FootageStore(directory: directory)
            let kept = try await store.fragments(recording: recording).map(\.id.sequence)
            #expect(kept == Array(1...kept.count) && kept.count >= 3)
            #expect(store.recovery.lost.count == 6 - kept.count)
            #expect(try await store.verify(recording: recording).holds)
            for sequence in 1...6 { _ = try await store.append(fixture.entry(sequence)) }
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.persisted == 180 && verification.findings.isEmpty)
        }
    }
}
