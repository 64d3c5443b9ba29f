// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import Synchronization
import SystemPackage
import Testing
import TestSupport

@testable import Footage

@Suite("Verification", .timeLimit(.minutes(1)))
struct VerificationTests {
    private let recording = StoreFixture.recording.id

    @Test("A whole recording holds, and progress ends at the total")
    func whole() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 6, perSegment: 2).store(in: directory, 1...6)
            let last = Mutex((0, 1))
            let verification = try await store.verify(recording: recording) { done, total in
                last.withLock { $0 = (done, total) }
            }
            #expect(verification.holds)
            #expect(verification.captured == 180 && verification.encoded == 180 && verification.persisted == 180)
            #expect(verification.missing == 0 && verification.gaps.isEmpty && verification.findings.isEmpty)
            #expect(try await last.withLock { $0 } == (store.totalBytes(), store.totalBytes()))
            await #expect(throws: FootageError.notFound("recording none")) { try await store.verify(recording: "none") }
        }
    }

    @Test("A flipped bit is found, with file and byte", arguments: 1...8)
    func flippedBit(seed: UInt64) async throws {
        try await withScratch { directory in
            var generator = SeededGenerator(seed: seed)
            let store = try await StoreFixture(fragments: 6, perSegment: 2).store(in: directory, 1...6)
            let fragments = try await store.fragments(recording: recording)
            let victim = fragments[Int.random(in: 0..<6, using: &generator)]
            var bytes = try ScratchFile.read(store.path(of: victim))
            bytes[victim.offset + Int.random(in: 0..<victim.byteCount, using: &generator)] ^= 1 << UInt8(seed % 8)
            try ScratchFile.write(bytes, to: store.path(of: victim))

            let verification = try await store.verify(recording: recording)
            #expect(!verification.holds)
            #expect(verification.missing == 30)
            #expect(verification.gaps.map(\.reason) == [.digestMismatch])
            #expect(verification.gaps.first?.firstTick == victim.firstTick)
            #expect(verification.findings.map(\.path) == [victim.segment.path])
            #expect(verification.findings.first?.offset == victim.offset)
        }
    }

    @Test("A deleted file is found")
    func deletedFile() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 6, perSegment: 2).store(in: directory, 1...6)
            let victim = try #require(try await store.fragments(recording: recording).first { $0.id.sequence == 3 })
            try ScratchFile.remove(store.path(of: victim))
            let verification = try await store.verify(recording: recording)
            #expect(!verification.holds)
            #expect(verification.gaps.map(\.reason) == [.fileMissing] && verification.gaps[0].frames == 60)
            #expect(verification.findings.map(\.text) == ["fragments 1/3 to 1/4: their file is gone"])
            #expect(verification.damaged.map(\.sequence).sorted() == [3, 4] && verification.missing == 60)
            #expect(verification.persisted == 120)
        }
    }

    @Test("A file that was cut is found, and a damaged init segment too")
    func damagedHead() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 4, perSegment: 2).store(in: directory, 1...4)
            let fragments = try await store.fragments(recording: recording)
            let (cut, head) = (store.path(of: fragments[0]), store.path(of: fragments[2]))
            try ScratchFile.write(Array(try ScratchFile.read(cut).dropLast(10)), to: cut)
            var bytes = try ScratchFile.read(head)
            bytes[60] ^= 1
            try ScratchFile.write(bytes, to: head)
            let verification = try await store.verify(recording: recording)
            #expect(!verification.holds)
            #expect(verification.gaps.map(\.reason) == [.digestMismatch])
            #expect(verification.findings.count == 2)
            #expect(verification.findings.last?.offset == 0)
        }
    }

    @Test("A hole in the numbers breaks the promise unless a gap explains it")
    func hole() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await fixture.store(in: directory, [1, 2, 5, 6])
            let broken = try await store.verify(recording: recording)
            #expect(!broken.holds)
            #expect(broken.gaps.map(\.reason) == [.sequenceMissing])

            try await store.add(
                Gap(
                    recording: recording,
                    epoch: 1,
                    firstTick: fixture.closed[2].fragment.firstTick,
                    lastTick: fixture.closed[3].fragment.lastTick,
                    frames: 60,
                    reason: .spoolOverrun
                )
            )
            let explained = try await store.verify(recording: recording)
            #expect(explained.holds)
            #expect(explained.captured == 180 && explained.persisted == 120 && explained.missing == 60)
        }
    }

    @Test("Frames that were captured and not encoded are missing, and named once")
    func notEncoded() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 2)
            let store = try await fixture.store(in: directory, [1])
            _ = try await store.append(fixture.entry(2, captured: 33))
            let found = try await store.verify(recording: recording)
            #expect(found.holds && found.missing == 3)
            #expect(found.gaps.map(\.reason) == [.notEncoded])
            try await store.add(
                Gap(
                    recording: recording,
                    epoch: 1,
                    firstTick: fixture.closed[1].fragment.firstTick + 5,
                    lastTick: fixture.closed[1].fragment.firstTick + 9,
                    frames: 3,
                    reason: .driverDropped
                )
            )
            let known = try await store.verify(recording: recording)
            #expect(known.holds && known.missing == 3)
            #expect(known.gaps.map(\.reason) == [.driverDropped])
        }
    }

    @Test("A frame that is lost behind a fragment's last one belongs to it", arguments: [1, 2])
    func lostAtTheEnd(_ sequence: Int) async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 2)
            let store = try await fixture.store(in: directory, [])
            for each in 1...2 { _ = try await store.append(fixture.entry(each, captured: each == sequence ? 31 : 30)) }
            let lost = fixture.closed[sequence - 1].fragment.lastTick + 1
            try await store.add(
                Gap(recording: recording, epoch: 1, firstTick: lost, lastTick: lost, frames: 1, reason: .notEncoded))
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.missing == 1)
            #expect(verification.gaps.map(\.frames) == [1])
        }
    }

    @Test("Bytes behind the last row and files without rows are notes that break nothing")
    func notes() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 2).store(in: directory, 1...2)
            try await store.closeSegments(of: recording)
            let path = store.path(of: try #require(try await store.fragments(recording: recording).first))
            try ScratchFile.write(try ScratchFile.read(path) + [1, 2, 3], to: path)
            try ScratchFile.write([1], to: path.removingLastComponent().appending("stray.mp4"))
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds)
            #expect(verification.findings.count == 2 && verification.findings.allSatisfy { !$0.breaks })
        }
    }
}
