// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("State of recordings", .timeLimit(.minutes(1)))
struct RecordingStateTests {
    private let recording = StoreFixture.recording.id

    @Test("Lock, state and end each change their own columns, whatever a caller read before")
    func separate() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 1).store(in: directory, 1...1)
            let stale = try #require(try await store.recording(recording))
            #expect(try await store.setLocked(true, recording: recording))
            #expect(try await store.setState(.stopping, recording: recording, from: [.recording]))
            // A second caller that read the same row is too late.
            #expect(try await !store.setState(.stopping, recording: recording, from: [.recording]))
            #expect(try await store.stop(recording: recording, at: 77))
            #expect(try await !store.stop(recording: recording, at: 88))
            #expect(try await !store.setState(.stopping, recording: recording, from: [.recording, .stopping]))
            var expected = stale
            (expected.isLocked, expected.state, expected.stoppedAt) = (true, .stopped, 77)
            #expect(try await store.recording(recording) == expected)
            #expect(try await store.fragments(recording: recording).allSatisfy(\.segment.isClosed))
            try await store.update(stale)
            #expect(try await store.recording(recording)?.isLocked == true)
        }
    }

    @Test("A recording that does not exist is reported by all of them")
    func unknown() async throws {
        try await withScratch { directory in
            let store = try await FootageStore(directory: directory)
            #expect(try await !store.setLocked(true, recording: "none"))
            #expect(try await !store.setState(.stopping, recording: "none", from: [.recording]))
            #expect(try await !store.stop(recording: "none", at: 1))
        }
    }

    @Test("The beginning of an epoch ends those before it, drops the empty ones and spares later ones")
    func endRecordings() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4)
            let store = try await FootageStore(directory: directory)
            func id(_ epoch: Int) -> String { epoch < 10 ? "epoch-00000\(epoch)" : "epoch-\(epoch)" }
            for epoch in [1, 2, 3, 4, 5, 1_000_000] {
                try await store.open(
                    Recording(
                        id: id(epoch), camera: "node", cameraName: "n", transport: "spool", startedAt: Int64(epoch)))
                try await store.set(
                    EpochClock(camera: "node", epoch: epoch, tick: Tick(rawValue: 0), utc: 0, uncertainty: 0))
            }
            try await store.open(
                Recording(id: "epoch-000001-b", camera: "other", cameraName: "o", transport: "spool", startedAt: 1))
            for epoch in [1, 3] { _ = try await store.append(fixture.entry(1, epoch: epoch, recording: id(epoch))) }
            let gap = Gap(
                recording: id(2), epoch: 2, firstTick: Tick(rawValue: 1), lastTick: Tick(rawValue: 2), frames: 1,
                reason: .spoolFailed)
            try await store.add([gap])

            try await store.endRecordings(of: "node", before: id(4), epoch: 4, at: 99)
            let left = try await store.recordings()
            #expect(Set(left.map(\.id)) == ["epoch-000001-b", id(1), id(3), id(4), id(5), id(1_000_000)])
            #expect(Set(left.filter { $0.state == .stopped }.map(\.id)) == [id(1), id(3)])
            #expect(left.filter { $0.state == .stopped }.allSatisfy { $0.stoppedAt == 99 })
            #expect(try await store.clocks(camera: "node").map(\.epoch) == [1, 3, 4, 5, 1_000_000])
            #expect(try await store.gaps(recording: id(2)).isEmpty)
            #expect(try await store.fragments(recording: id(3)).allSatisfy(\.segment.isClosed))
            #expect(StoreFixture.files(directory).count == 2)
            _ = try await store.append(fixture.entry(1, epoch: 4, recording: id(4)))
        }
    }
}
