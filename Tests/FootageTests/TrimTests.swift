// SPDX-License-Identifier: Apache-2.0

import Disk
import Foundation
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("Trimming", .timeLimit(.minutes(1)))
struct TrimTests {
    private let recording = StoreFixture.recording.id

    @Test("A ring stays within its bytes and keeps the newest")
    func ring() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 40, perSegment: 2)
            let store = try await FootageStore(directory: directory)
            try await store.open(StoreFixture.recording)
            // It adds the segments up, while the writer keeps the sums.
            let reader = try await FootageStore(readingDirectory: directory)
            let limit = 8 * fixture.closed[0].fragment.bytes.count
            var removed: [Int] = []
            for sequence in 1...40 {
                _ = try await store.append(fixture.entry(sequence))
                for segment in try await store.trim(TrimPolicy(maximumBytes: limit)) {
                    removed += segment.first.sequence...segment.last.sequence
                    #expect(segment.frames == 60)
                }
                #expect(try await store.totalBytes() <= limit + fixture.closed[0].fragment.bytes.count * 2)
                let summary = try await store.summary(recording: recording)
                #expect(summary == (try await reader.summary(recording: recording)))
                #expect(summary?.recording.deletedFrames == removed.count * 30)
            }
            let kept = try await store.fragments(recording: recording).map(\.id.sequence)
            #expect(removed + kept == Array(1...40))
            #expect(kept.count >= 5)
            #expect(StoreFixture.files(directory).count == Set(kept.map { ($0 - 1) / 2 }).count)
            #expect(try await store.totalBytes() == store.catalog.totalBytes())
            #expect(try await store.verify(recording: recording).holds)
        }
    }

    @Test("Held fragments and open files stay, whatever the limit")
    func held() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 9, perSegment: 2).store(in: directory, 1...9)
            let held = FragmentID(epoch: 1, sequence: 6)
            let removed = try await store.trim(TrimPolicy(camera: "node", maximumBytes: 0, heldFrom: held))
            #expect(removed.map(\.last.sequence) == [2, 4])
            let rest = try await store.trim(TrimPolicy(maximumBytes: 0))
            #expect(rest.map(\.last.sequence) == [6, 8])
            #expect(try await store.fragments(recording: recording).map(\.id.sequence) == [9])
            #expect(try await store.trim(TrimPolicy()).isEmpty)
        }
    }

    /// A store with the open recording, which counts its frames from the first fragment on.
    private func counted(in directory: FilePath) async throws -> FootageStore {
        let store = try await FootageStore(directory: directory)
        try await store.open(StoreFixture.recording)
        try await store.begin(
            recording: recording, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
        return store
    }

    @Test("Footage is in the order of capture, and is deleted in it, although a later segment has a lower number")
    func lowerNumber() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            let store = try await counted(in: directory)
            for (index, segment) in [1, 1, 3, 3, 2, 2].enumerated() {
                let entry = fixture.entry(index + 1, total: 30 * (index + 1), segment: segment)
                _ = try await store.append(entry)
            }
            #expect(try await store.segments(recording: recording).map(\.number) == [1, 3, 2])
            let third = FragmentID(epoch: 1, sequence: 3)
            let removed = try await store.trim(TrimPolicy(maximumBytes: 0, heldFrom: third))
            #expect(removed.map(\.last.sequence) == [2])
            #expect(try await store.recording(recording)?.begin?.after == FragmentID(epoch: 1, sequence: 2))
        }
    }

    @Test("The gap of deleted footage goes, although its camera knew only a later time for it")
    func laterGap() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            let store = try await counted(in: directory)
            for sequence in [1, 3, 4, 5, 6] {
                _ = try await store.append(fixture.entry(sequence, total: 30 * sequence))
            }
            let late = fixture.closed[5].fragment.lastTick
            var gap = Gap(
                recording: recording, epoch: 1, firstTick: late, lastTick: late, frames: 30, reason: .spoolFailed)
            (gap.sequences, gap.before) = (2...2, 30)
            try await store.add([gap])
            let third = FragmentID(epoch: 1, sequence: 3)
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0, heldFrom: third)).count == 1)
            #expect(try await store.gaps(recording: recording).isEmpty)
            #expect(try await store.verify(recording: recording).holds)
        }
    }

    @Test("What is locked stays; a recording that is over and of which nothing is left goes with its gaps")
    func locked() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 8, perSegment: 2).store(in: directory, 1...8)
            let ticks = try await store.fragments(recording: recording).map(\.firstTick)
            for tick in [ticks[1], ticks[6]] {
                let gap = Gap(
                    recording: recording, epoch: 1, firstTick: tick, lastTick: tick, frames: 1, reason: .notEncoded)
                try await store.add([gap])
            }
            #expect(try await store.setLocked(true, recording: recording))
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0)).isEmpty)
            #expect(try await store.setLocked(false, recording: recording))
            #expect(try await store.stop(recording: recording, at: 9))
            #expect(try await store.trim(TrimPolicy(sparedTicks: 3 * Tick.perSecond)).map(\.last.sequence) == [2, 4])
            #expect(try await store.gaps(recording: recording).map(\.firstTick) == [ticks[6]])
            #expect(try await store.trim(TrimPolicy(reserveBytes: .max)).map(\.last.sequence) == [6, 8])
            #expect(try await store.recording(recording) == nil)
        }
    }

    @Test("Footage that came late goes with its neighbours: deleting makes no hole")
    func late() async throws {
        try await withScratch { directory in
            let order = [1, 2, 5, 6, 7, 8, 9, 3, 4]
            let store = try await StoreFixture(fragments: 9, perSegment: 2).store(in: directory, order)
            var left = 9
            while left > 1 {
                let bytes = try await store.totalBytes()
                let removed = try await store.trim(TrimPolicy(maximumBytes: bytes - 1))
                left -= removed.reduce(0) { $0 + $1.last.sequence - $1.first.sequence + 1 }
                let kept = try await store.fragments(recording: recording).map(\.id.sequence)
                #expect(kept == Array((10 - left)..<10))
                #expect(try await store.verify(recording: recording).holds)
            }
        }
    }

    @Test("What is not needed for the length that is to be kept goes, whatever any clock said")
    func length() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 8, perSegment: 2).store(in: directory, 1...8)
            let removed = try await store.trim(TrimPolicy(sparedTicks: 3 * Tick.perSecond))
            #expect(removed.map(\.last.sequence) == [2, 4])
            #expect(try await store.fragments(recording: recording).first?.id.sequence == 5)
        }
    }

    @Test("What is locked is kept beside the length that is to be kept, and not instead of it")
    func lockedLength() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...8)
            #expect(try await store.setLocked(true, recording: recording))
            try await store.open(
                Recording(id: "rec-2", camera: "node", cameraName: "n", transport: "t", startedAt: 2))
            for sequence in 1...6 { _ = try await store.append(fixture.entry(sequence, recording: "rec-2")) }
            let policy = TrimPolicy(camera: "node", sparedTicks: 3 * Tick.perSecond)
            #expect(try await store.trim(policy).map(\.last.sequence) == [2])
            #expect(try await store.fragments(recording: "rec-2").map(\.id.sequence) == [3, 4, 5, 6])
        }
    }

    @Test("The last file of an epoch goes before the next epoch, although nothing has closed it")
    func epochs() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 9, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...5)
            try await store.begin(
                recording: recording, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
            for sequence in 1...5 {
                _ = try await store.append(fixture.entry(sequence, epoch: 2, total: 30 * sequence))
            }
            let removed = try await store.trim(TrimPolicy(maximumBytes: 0))
            #expect(
                removed.map(\.last) == [
                    FragmentID(epoch: 1, sequence: 2), FragmentID(epoch: 1, sequence: 4),
                    FragmentID(epoch: 1, sequence: 5),
                    FragmentID(epoch: 2, sequence: 2), FragmentID(epoch: 2, sequence: 4),
                ])
            #expect(
                try await store.recording(recording)?.begin
                    == RecordingEdge(after: FragmentID(epoch: 2, sequence: 4), total: 120))
            // The deleted file is not continued.
            _ = try await store.append(fixture.entry(6, total: 180))
            #expect(try await store.fragments(recording: recording).map(\.id.sequence) == [6, 5])
        }
    }

    @Test(
        "Uncounted frames before the epoch with which a recording then begins are deleted with the footage before them")
    func boundary() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...2)
            try await store.begin(
                recording: recording, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
            for epoch in 2...3 {
                for sequence in 1...2 {
                    _ = try await store.append(fixture.entry(sequence, epoch: epoch, total: 30 * sequence))
                }
            }
            let tick = fixture.closed[0].fragment.firstTick
            let gaps = (2...3).map { epoch in
                var gap = Gap(
                    recording: recording, epoch: epoch, firstTick: tick, lastTick: tick, frames: 0,
                    reason: .cameraRestarted)
                (gap.isUncounted, gap.atMost) = (true, 9)
                return gap
            }
            try await store.add(gaps)
            let bytes = try await store.totalBytes()
            let removed = try await store.trim(TrimPolicy(maximumBytes: bytes - 1))
            #expect(removed.map(\.last) == [FragmentID(epoch: 1, sequence: 2)])
            #expect(
                try await store.recording(recording)?.begin
                    == RecordingEdge(after: FragmentID(epoch: 2, sequence: 0), total: 0))
            #expect(try await store.gaps(recording: recording).map(\.epoch) == [3])
            // A recorder that compares the camera's accounts again finds it again.
            try await store.add(gaps)
            #expect(try await store.gaps(recording: recording).map(\.epoch) == [3])
        }
    }

    @Test("A recording goes on behind all of its footage if that was deleted, without the gaps that it had")
    func nothingLeft() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8, perSegment: 2)
            let store = try await counted(in: directory)
            for sequence in [1, 2, 5, 6] { _ = try await store.append(fixture.entry(sequence, total: 30 * sequence)) }
            let ticks = fixture.closed.map(\.fragment)
            var gap = Gap(
                recording: recording, epoch: 1, firstTick: ticks[1].lastTick, lastTick: ticks[4].firstTick, frames: 60,
                reason: .spoolFailed)
            (gap.sequences, gap.before) = (3...4, 60)
            try await store.add([gap])
            #expect(try await store.trim(TrimPolicy(sparedTicks: Tick.perSecond)).map(\.last.sequence) == [2])
            // It ends with the time at which the rest begins.
            #expect(try await store.gaps(recording: recording).isEmpty)
            try await store.closeSegments(of: recording)
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0)).map(\.last.sequence) == [6])
            #expect(
                try await store.recording(recording)?.begin
                    == RecordingEdge(after: FragmentID(epoch: 1, sequence: 6), total: 180))
            for sequence in 7...8 { _ = try await store.append(fixture.entry(sequence, total: 30 * sequence)) }
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.account.unsaid == 0)
        }
    }

    @Test("A deletion that was interrupted takes the stopped recording along at the next start")
    func interrupted() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 4, perSegment: 2).store(in: directory, 1...4)
            #expect(try await store.stop(recording: recording, at: 9))
            let catalog = await store.catalog
            try catalog.markGarbage(try catalog.segments(of: recording).map(\.id), movesBegin: true)
            try await store.close()
            let again = try await FootageStore(directory: directory)
            #expect(try await again.recordings().isEmpty)
            #expect(StoreFixture.files(directory).isEmpty)
            try await again.close()
        }
    }

    @Test("A segment that a crash left open and the camera has moved on from can be trimmed")
    func leftOpen() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            try await fixture.store(in: directory, 1...2).close()
            let store = try await FootageStore(directory: directory)
            for sequence in 3...6 { _ = try await store.append(fixture.entry(sequence)) }
            let removed = try await store.trim(TrimPolicy(maximumBytes: 0))
            #expect(removed.map(\.last.sequence) == [2, 4])
        }
    }

    @Test("A deleted recording leaves neither rows nor files")
    func delete() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 4, perSegment: 2).store(in: directory, 1...4)
            let digest = try #require(try await store.fragments(recording: recording).first).segment.format
            try await store.delete(recording: recording)
            #expect(try await store.recordings().isEmpty)
            #expect(StoreFixture.files(directory).isEmpty)
            #expect(try await store.initSegment(digest) == nil)
            #expect(try await store.totalBytes() == 0)
            await #expect(throws: FootageError.notFound("recording rec-1")) {
                try await store.delete(recording: recording)
            }
        }
    }

    @Test(
        "What a disk did not let go is deleted later: with its recording, or by the next trim",
        arguments: [true, false])
    func failed(isDeleted: Bool) async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 6, perSegment: 2).store(in: directory, 1...6)
            let first = directory.appending(try #require(try await store.catalog.segments(of: recording).first).path)
            try await withUndeletable(first) {
                await #expect(throws: (any Error).self) { _ = try await store.trim(TrimPolicy(maximumBytes: 1)) }
                let deleted = try #require(try await store.summary(recording: recording)?.recording.deletedFrames)
                #expect(deleted > 0)
            }
            if isDeleted {
                try await store.delete(recording: recording)
                #expect(try await store.recordings().isEmpty)
            } else {
                _ = try await store.trim(TrimPolicy())
            }
            #expect(try await store.catalog.garbageSegments().isEmpty)
        }
    }

    @Test("A recording of which a disk let not all go is no damaged one, and can be deleted again")
    func halfDeleted() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 6, perSegment: 2).store(in: directory, 1...6)
            var stopped = try #require(try await store.recording(recording))
            (stopped.state, stopped.stoppedAt) = (.stopped, stopped.startedAt + 1)
            try await store.update(stopped)
            let first = directory.appending(try #require(try await store.catalog.segments(of: recording).first).path)
            try await withUndeletable(first) {
                await #expect(throws: (any Error).self) { try await store.delete(recording: recording) }
                let verdict = try await store.verify(recording: recording)
                #expect(verdict.holds && verdict.missing == 0, "\(verdict)")
            }
            try await store.delete(recording: recording)
            #expect(try await store.recordings().isEmpty)
        }
    }
}
