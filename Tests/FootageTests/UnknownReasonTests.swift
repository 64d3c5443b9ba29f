// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("Gaps of unknown reasons", .timeLimit(.minutes(1)))
struct UnknownReasonTests {
    private let recording = StoreFixture.recording.id

    /// A gap with a reason that this version does not know.
    private func gap(_ first: Tick, _ last: Tick, frames: Int) -> Gap {
        Gap(
            recording: recording, epoch: 1, firstTick: first, lastTick: last, frames: frames,
            reason: GapReason(rawValue: "eclipse"))
    }

    @Test("An unknown word is kept in the catalog")
    func unknown() async throws {
        let reason = GapReason(rawValue: "eclipse")
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 2).store(in: directory, 1...2)
            try await store.add(gap(Tick(rawValue: 1), Tick(rawValue: 2), frames: 3))
            let clock = EpochClock(
                camera: "node", epoch: 1, tick: Tick(rawValue: 0), utc: 1, uncertainty: 0, began: reason)
            try await store.set(clock)
            #expect(try await store.gaps(recording: recording).map(\.reason) == [reason])
            #expect(try await store.clocks(camera: "node").map(\.began) == [reason])
        }
    }

    @Test("Frames of an unknown reason in the window of a stored fragment are not counted twice")
    func inside() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4)
            let store = try await fixture.store(in: directory, [1])
            // Fragment 2 has lost two frames in its middle, 3 one at its end, and 4, the last of the epoch, three.
            for (sequence, captured) in [(2, 32), (3, 31), (4, 33)] {
                _ = try await store.append(fixture.entry(sequence, captured: captured))
            }
            let fragments = try await store.fragments(recording: recording)
            try await store.add([gap(fragments[1].firstTick + 100, fragments[1].firstTick + 200, frames: 2)])
            try await store.add([gap(fragments[2].lastTick + 10, fragments[2].lastTick + 10, frames: 1)])
            try await store.add([gap(fragments[3].lastTick + 10, fragments[3].lastTick + 20, frames: 3)])
            let verification = try await store.verify(recording: recording)
            #expect(verification.captured == 126 && verification.persisted == 120 && verification.missing == 6)
            #expect(verification.holds)
            // Verification adds no gap of its own.
            #expect(verification.gaps.map(\.reason.rawValue) == ["eclipse", "eclipse", "eclipse"])
        }
    }

    @Test("Frames of an unknown reason between fragments count on their own, and explain the hole")
    func between() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await fixture.store(in: directory, [1, 2, 5, 6])
            let (from, to) = (fixture.closed[2].fragment.firstTick, fixture.closed[3].fragment.lastTick)
            try await store.add([gap(from, to, frames: 60)])
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds)
            #expect(verification.captured == 180 && verification.missing == 60)
        }
    }
}
