// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("The version of a range", .timeLimit(.minutes(1)))
struct RangeVersionTests {
    private let recording = StoreFixture.recording.id

    /// The start of a fragment.
    private func start(_ fixture: StoreFixture, _ sequence: Int, epoch: Int = 1) -> FootagePosition {
        FootagePosition(epoch: epoch, tick: fixture.closed[sequence - 1].fragment.firstTick)
    }

    @Test("Footage that comes late makes it another one; footage behind the range, also of a later epoch, does not")
    func late() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8, perSegment: 60)
            let store = try await fixture.store(in: directory, [1, 2, 3, 5, 6])
            let (from, to) = (start(fixture, 2), start(fixture, 6))
            let before = try await store.outline(recording: recording, from: from, to: to)
            #expect(try await store.isCurrent(before, from: from, to: to))
            for entry in [fixture.entry(7), fixture.entry(1, epoch: 2)] { _ = try await store.append(entry) }
            try await store.set(
                EpochClock(
                    camera: StoreFixture.recording.camera, epoch: 2, tick: Tick(rawValue: 0), utc: 5, uncertainty: 0))
            #expect(try await store.isCurrent(before, from: from, to: to))
            #expect(try await store.outline(recording: recording, from: from, to: to).tag == before.tag)

            _ = try await store.append(fixture.entry(4))
            #expect(try await !store.isCurrent(before, from: from, to: to))
            let after = try await store.outline(recording: recording, from: from, to: to)
            #expect(after.frames == before.frames + 30)
            #expect(after.tag != before.tag)
            #expect(try await store.isCurrent(after, from: from, to: to))
            // Another range of the same fragments has other bytes.
            let other = FootagePosition(epoch: 1, tick: to.tick + -3_000)
            #expect(try await !store.isCurrent(after, from: from, to: other))
        }
    }

    @Test("A range without an end does not grow while it is played, and is another one when its middle changes")
    func open() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8, perSegment: 60)
            let store = try await fixture.store(in: directory, [1, 2, 4, 5])
            let before = try await store.outline(recording: recording)
            _ = try await store.append(fixture.entry(6))
            #expect(try await store.isCurrent(before, from: nil, to: nil))
            _ = try await store.append(fixture.entry(3))
            #expect(try await !store.isCurrent(before, from: nil, to: nil))
        }
    }

    @Test("Another end of an epoch by its account makes it another one: there the chapter of the pause begins")
    func pause() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 1)
            let store = try await fixture.store(in: directory, [1])
            _ = try await store.append(fixture.entry(1, epoch: 2))
            let tick = fixture.closed[0].fragment.firstTick
            try await store.add(
                Gap(
                    recording: recording, epoch: 2, firstTick: tick, lastTick: tick, frames: 0, reason: .pipelineChanged
                ))
            func end(at last: Tick) async throws {
                let account = EpochAccount(id: "a", cameraEpoch: 1, ended: .inOrder, lastTick: last)
                try await store.set(
                    EpochClock(
                        camera: StoreFixture.recording.camera, epoch: 1, tick: Tick(rawValue: 0), utc: 0,
                        uncertainty: 0, account: account))
            }
            try await end(at: tick + 2 * Tick.perSecond)
            let before = try await store.outline(recording: recording)
            #expect(try await store.isCurrent(before, from: nil, to: nil))
            try await end(at: tick + 3 * Tick.perSecond)
            #expect(try await !store.isCurrent(before, from: nil, to: nil))
        }
    }

    @Test("A fragment that takes the place of an unconfirmed one shifts no bytes under a player")
    func replaced() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4, perSegment: 60)
            let store = try await fixture.store(in: directory, 1...2)
            _ = try await store.append(try fixture.unconfirmed(3, like: 4))
            let before = try await store.outline(recording: recording)
            let third = try #require(before.chunks.last)
            #expect(third.fragment.sequence == 3)
            #expect(try await !store.bytes(of: before, from: third.offset).isEmpty)
            _ = try await store.append(fixture.entry(3))
            #expect(try await !store.isCurrent(before, from: nil, to: nil))
            await #expect(throws: FootageError.self) { try await store.bytes(of: before, from: third.offset) }
            // A player that has started can still read the unchanged bytes.
            #expect(try await !store.bytes(of: before, from: 0).isEmpty)
            #expect(try await store.outline(recording: recording).tag != before.tag)
        }
    }

    @Test("Footage that is deleted makes it another one")
    func deleted() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...6)
            let (from, to) = (start(fixture, 1), start(fixture, 4))
            let (all, end) = (
                try await store.outline(recording: recording, from: from, to: to),
                try await store.outline(recording: recording, from: start(fixture, 5), to: start(fixture, 6))
            )
            #expect(try await !store.trim(TrimPolicy(maximumBytes: store.totalBytes() - 1)).isEmpty)
            #expect(try await !store.isCurrent(all, from: from, to: to))
            #expect(try await store.isCurrent(end, from: start(fixture, 5), to: start(fixture, 6)))
            try await store.delete(recording: recording)
            #expect(try await !store.isCurrent(end, from: start(fixture, 5), to: start(fixture, 6)))
        }
    }
}
