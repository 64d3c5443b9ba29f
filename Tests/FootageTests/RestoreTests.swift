// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

/// A store whose catalog and files are from different times, because only one of them was restored from a backup.
@Suite("Restored stores", .timeLimit(.minutes(1)))
struct RestoreTests {
    private let recording = StoreFixture.recording.id
    private let names = ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"]

    private func removeCatalog(_ directory: FilePath) {
        for name in names { try? ScratchFile.remove(directory.appending(name)) }
    }

    private func restore(_ catalog: [UInt8], in directory: FilePath) throws {
        removeCatalog(directory)
        try ScratchFile.write(catalog, to: directory.appending(names[0]))
    }

    @Test("An older catalog: no intact fragment goes, and the camera's word takes them back", arguments: [2, 3, 60])
    func olderCatalog(perSegment: Int) async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8, perSegment: perSegment)
            try await fixture.store(in: directory, 1...3).close()
            let yesterday = try ScratchFile.read(directory.appending(names[0]))
            let today = try await FootageStore(directory: directory)
            for sequence in 4...8 { _ = try await today.append(fixture.entry(sequence)) }
            try await today.close()
            try restore(yesterday, in: directory)
            let before = try StoreFixture.intactFragments(directory)
            #expect(before.count == 8)

            let store = try await FootageStore(directory: directory)
            #expect(try StoreFixture.intactFragments(directory) == before)
            #expect(!store.recovery.notes.isEmpty && store.recovery.lost.isEmpty)
            #expect(try await store.fragments(recording: recording).map(\.id.sequence) == [1, 2, 3])
            let sizes = try await store.recoveredFiles().reduce(0) { $0 + $1.byteCount }
            #expect(sizes > 0)
            #expect(try await store.totalBytes() == store.catalog.totalBytes() + sizes)

            // No announcement confirms them yet.
            let unproved = try await store.adopt(now: 5)
            #expect(unproved.adopted.isEmpty)
            #expect(try await Set(store.recoveredFiles()) == Set(unproved.left))
            #expect(try StoreFixture.intactFragments(directory) == before)

            // A camera of another name may have captured the same bytes.
            let name = StoreFixture.recording.cameraName
            let others = try await store.adopt(now: 5, asking: fixture.witness()) { !$0.isNamed(after: name) }
            #expect(others.adopted.isEmpty && Set(others.left) == Set(unproved.left))

            let adoption = try await store.adopt(now: 5, asking: fixture.witness()) { $0.isNamed(after: name) }
            #expect(adoption.adopted.map(\.sequence).sorted() == [4, 5, 6, 7, 8])
            #expect(adoption.left.isEmpty)
            #expect(try await store.recoveredFiles().isEmpty)
            #expect(try StoreFixture.intactFragments(directory) == before)
            #expect(try await store.totalBytes() == store.catalog.totalBytes())
            let summary = try await store.summary(recording: recording)
            #expect(summary == (try await FootageStore(readingDirectory: directory).summary(recording: recording)))
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.persisted == 240 && verification.findings.isEmpty)
        }
    }

    @Test("A recording that an older catalog does not know is made again under its name")
    func unknownRecording() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            try await FootageStore(directory: directory).close()
            let yesterday = try ScratchFile.read(directory.appending(names[0]))
            try await fixture.store(in: directory, 1...6).close()
            try restore(yesterday, in: directory)
            let store = try await FootageStore(directory: directory)
            #expect(try await store.recoveredFiles().count == 3)
            let clock = EpochClock(camera: "node", epoch: 1, tick: Tick(rawValue: 0), utc: 7_000, uncertainty: 0)
            try await store.set(clock)
            let adoption = try await store.adopt(now: 5, asking: fixture.witness())
            #expect(adoption.adopted.count == 6 && adoption.left.isEmpty)
            let made = try #require(try await store.recording(recording))
            #expect(made.camera == "node" && made.state == .stopped)
            // From its first frame to its last one.
            let stored = try await store.fragments(recording: recording)
            let (first, last) = (try #require(stored.first?.firstTick), try #require(stored.last?.lastTick))
            #expect(made.startedAt == clock.utc(of: first) && made.stoppedAt == clock.utc(of: last))
            #expect(try await store.verify(recording: recording).holds)
            #expect(try await store.fragments(recording: recording).allSatisfy(\.segment.isClosed))
        }
    }

    /// A store without the catalog that knew of `rec-1`, which had four fragments and ended in a gap of two more.
    private func storeWithoutCatalog(_ fixture: StoreFixture, in directory: FilePath) async throws -> FootageStore {
        let store = try await fixture.store(in: directory, 1...4)
        try await store.add([
            Gap(
                recording: recording, epoch: 1, firstTick: fixture.closed[4].fragment.firstTick,
                lastTick: fixture.closed[5].fragment.lastTick, frames: 60, reason: .spoolOverrun)
        ])
        _ = try await store.stop(recording: recording, at: 9)
        try await store.close()
        removeCatalog(directory)
        return try await FootageStore(directory: directory)
    }

    @Test("The end of a recording that is made again is not known, also if the adoption fails on the way")
    func unknownEnd() async throws {
        let fixture = try StoreFixture(fragments: 6, perSegment: 2)
        for failing in [nil, 3] {
            try await withScratch { directory in
                let store = try await storeWithoutCatalog(fixture, in: directory)
                let witness = fixture.witness()
                let adoption = try? await store.adopt(now: 5) { id, digest in
                    if id.sequence == failing { throw CancellationError() }
                    return try await witness(id, digest)
                }
                let ended: Set<String>? = failing == nil ? [recording] : nil
                #expect(adoption?.ended == ended)
                let verification = try await store.verify(recording: recording)
                #expect(verification.persisted == (failing == nil ? 120 : 60) && verification.missing == 0)
                #expect(verification.holds && verification.account.state == .missing)
                let last = fixture.closed[failing == nil ? 3 : 1].fragment.lastTick
                let gap = try #require(verification.gaps.first)
                #expect(verification.gaps.count == 1 && gap.firstTick == last && !gap.isBetweenEpochs)
                #expect(gap.reason == .lostByRecorder && gap.isUncounted && gap.atMost == nil)
            }
        }
    }

    @Test("A recording that is made again and goes on has no end")
    func runningRecording() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            let store = try await storeWithoutCatalog(fixture, in: directory)
            let adoption = try await store.adopt(now: 5, running: [recording], asking: fixture.witness())
            #expect(adoption.resumed == [recording] && adoption.ended.isEmpty)
            let made = try #require(try await store.recording(recording))
            #expect(made.state == .recording && made.stoppedAt == nil)
            #expect(try await store.gaps(recording: recording).isEmpty)
            _ = try await store.append(fixture.entry(5))
            #expect(try await store.verify(recording: recording).persisted == 150)
        }
    }

    @Test("Without a catalog all footage waits in recovered/, and the catalog that turns up takes it back")
    func missingCatalog() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 7, perSegment: 2)
            try await fixture.store(in: directory, 1...7).close()
            let catalog = try ScratchFile.read(directory.appending(names[0]))
            let (files, before) = (StoreFixture.files(directory), try StoreFixture.intactFragments(directory))
            removeCatalog(directory)
            let empty = try await FootageStore(directory: directory)
            #expect(try await empty.recordings().isEmpty)
            #expect(empty.recovery.movedFiles == 4)
            #expect(try StoreFixture.intactFragments(directory) == before)
            try await empty.close()

            try restore(catalog, in: directory)
            let store = try await FootageStore(directory: directory)
            let adoption = try await store.adopt(now: 5)
            #expect(adoption.restored.sorted() == files && adoption.left.isEmpty)
            #expect(StoreFixture.files(directory) == files)
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.persisted == 210 && verification.findings.isEmpty)
        }
    }

    @Test("The catalog of another archive takes no footage away and claims none")
    func copiedCatalog() async throws {
        try await withScratch { directory in
            let (own, other) = (directory.appending("own"), directory.appending("other"))
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            try await fixture.store(in: own, 1...6).close()
            let foreign = try await FootageStore(directory: other)
            try await foreign.open(
                Recording(id: "rec-9", camera: "else", cameraName: "e", transport: "t", startedAt: 3))
            _ = try await foreign.append(fixture.entry(1, recording: "rec-9"))
            try await foreign.close()
            let before = try StoreFixture.intactFragments(own)
            try restore(try ScratchFile.read(other.appending(names[0])), in: own)
            let store = try await FootageStore(directory: own)
            #expect(try StoreFixture.intactFragments(own) == before)
            #expect(try await store.adopt(now: 5).restored.isEmpty)
            #expect(try StoreFixture.intactFragments(own) == before)
            let verification = try await store.verify(recording: "rec-9")
            #expect(!verification.holds && verification.gaps.map(\.reason) == [.fileMissing])
        }
    }

    @Test("Only what a witness confirms is adopted: other bytes, another format, another camera stay")
    func unproved() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4, perSegment: 2)
            try await fixture.store(in: directory, 1...1).close()
            let yesterday = try ScratchFile.read(directory.appending(names[0]))
            try await fixture.store(in: directory, 1...4).close()
            try restore(yesterday, in: directory)
            let store = try await FootageStore(directory: directory)
            let other = Digest(of: [1, 2, 3])
            let liars = [
                fixture.witness(digest: other), fixture.witness(format: other), fixture.witness(camera: "other"),
            ]
            for liar in liars {
                let adoption = try await store.adopt(now: 5, asking: liar)
                #expect(adoption.adopted.isEmpty && !adoption.left.isEmpty)
            }
            #expect(try await store.fragments(recording: recording).count == 1)
            #expect(try StoreFixture.intactFragments(directory).count == 4)
        }
    }

    @Test("Policies that need room delete the oldest of recovered/ first, and none of a locked recording")
    func trimmed() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            let before = try await fixture.store(in: directory, 1...6)
            try await before.close()
            let folder = directory.appending("Door---left/rec-1")
            for (number, size) in [(7, 1000), (8, 2000), (9, 3000)] {
                try ScratchFile.write(
                    [UInt8](repeating: 1, count: size), to: folder.appending("e000001-s00000\(number).mp4"))
                try ScratchFile.setAge(folder.appending("e000001-s00000\(number).mp4"), seconds: 1000 - number)
            }
            let store = try await FootageStore(directory: directory)
            #expect(store.recovery.movedFiles == 3)
            let footage = try await store.catalog.totalBytes()
            #expect(try await store.totalBytes() == footage + 6000)
            #expect(try await store.setLocked(true, recording: recording))
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0)).isEmpty)
            #expect(try await store.recoveredFiles().count == 3)
            #expect(try await store.setLocked(false, recording: recording))
            #expect(try await store.trim(TrimPolicy(maximumBytes: footage + 4000)).isEmpty)
            #expect(try await store.recoveredFiles().map(\.byteCount) == [3000])
            // A policy for one camera, or for length, does not apply to recovered/.
            #expect(try await store.trim(TrimPolicy(camera: "node", maximumBytes: footage)).isEmpty)
            #expect(try await store.recoveredFiles().count == 1)
            #expect(try await store.trim(TrimPolicy(maximumBytes: footage - 1)).map(\.last.sequence) == [2])
            #expect(try await store.recoveredFiles().isEmpty)
            #expect(try await store.totalBytes() == store.catalog.totalBytes())
        }
    }

    @Test("The name in recovered/ says where a file was", arguments: [(0, 1), (5, 1), (0, 3), (700, 2)])
    func names(offset: Int, copy: Int) {
        let origin = "Door---left/20261121T050910Z-15102/e000001-s000002-0003.mp4"
        let name = RecoveredFile.name(of: origin, offset: offset, copy: copy)
        #expect(!name.contains("/"))
        let file = RecoveredFile(name: name, byteCount: 1, modifiedAt: 1)
        #expect(file.origin == origin && file.offset == offset && file.epoch == 1)
        #expect(file.folder == "Door---left/20261121T050910Z-15102")
    }
}
