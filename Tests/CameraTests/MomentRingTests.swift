// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Tasks
import TestSupport
import Testing

@testable import Camera

@Suite("The ring of the last pictures", .timeLimit(.minutes(1)))
struct MomentRingTests {
    private func filled(limit: Int, frames: Int = 90) async throws -> MomentRing<RawFrame> {
        let sources = StillSources(ringBytes: limit)
        let pipeline = try Pipeline(
            parsing: "videotestsrc num-buffers=\(frames) ! video/x-raw,format=GRAY8,width=64,height=64,framerate=30/1 "
                + "! appsink name=frames sync=false")
        let sink = try pipeline.sink(named: "frames")
        try await pipeline.playing { _ in try await sources.fill(from: sink, epoch: 1) { 1_000_000_000 } }
        return sources.ring
    }

    @Test("gives the frame whose capture time is nearest to the press", arguments: 0..<20)
    func nearest(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let ring = try await filled(limit: 1 << 20)
        // The ring keeps 2 s: 61 frames that end at frame 89.
        let press = 1_000_000_000 + Int64.random(in: 1_000_000_000...2_966_000_000, using: &generator)
        let pick = try #require(await ring.nearest(to: press))
        #expect(abs(pick.picture.capturedAt - press) <= 16_666_667)
        #expect(!pick.clamped)
        #expect(pick.picture.width == 64 && pick.picture.size == 4_096)
    }

    @Test("clamps a press before its time, and says so")
    func clamped() async throws {
        let pick = try #require(await filled(limit: 1 << 20).nearest(to: 1_000_000_000))
        #expect(pick.clamped)
    }

    @Test("keeps to its memory", arguments: [4_096 * 3, 4_096 * 8])
    func bounded(_ limit: Int) async throws {
        let ring = try await filled(limit: limit)
        let oldest = try #require(await ring.nearest(to: 0)).picture.capturedAt
        let newest = try #require(await ring.nearest(to: 3_966_666_667)).picture.capturedAt
        #expect((newest - oldest + 20_000_000) / 33_333_333 + 1 == Int64(limit / 4_096))
    }

    @Test("has nothing when it has no memory, or no frame has come")
    func empty() async throws {
        #expect(try await filled(limit: 0).nearest(to: 0)?.picture.width == nil)
        #expect(await MomentRing<RawFrame>(limit: 100).nearest(to: 0)?.picture.width == nil)
    }

    @Test("waits for the picture behind the press, which may be the nearest")
    func waits() async throws {
        let ring = MomentRing<Photograph>(limit: 1 << 20)
        ring.keep(photograph(1_000_000_000))
        // An immediate task runs until it waits.
        let pick = Task.immediate { await ring.nearest(to: 1_030_000_000) }
        ring.keep(photograph(1_033_000_000))
        let next = try #require(await pick.value)
        #expect(next.picture.capturedAt == 1_033_000_000)
        #expect(next.isNext && !next.clamped)
    }

    @Test("without memory keeps nothing, and gives the first picture behind the press")
    func next() async throws {
        let ring = MomentRing<Photograph>(limit: 0)
        ring.keep(photograph(1_000_000_000))
        #expect(ring.holdings.frames == 0 && ring.holdings.isFed)
        async let pick = ring.nearest(to: 1_010_000_000)
        try await eventually("somebody waits") { ring.wants(1_010_000_000) }
        ring.keep(photograph(1_033_000_000))
        let next = try #require(await pick)
        #expect(next.picture.capturedAt == 1_033_000_000)
        #expect(next.isNext && !next.clamped && ring.holdings.frames == 0)
    }

    @Test("says how far it reaches, and keeps its reach when pictures are missing")
    func reach() async throws {
        let ring = MomentRing<Photograph>(limit: 1 << 20)
        for number in 0..<90 { ring.keep(photograph(Int64(number) * 33_333_333)) }
        #expect(ring.holdings.frames == 61 && ring.holdings.bytes == 61)
        #expect(ring.holdings.reach == 60 * 33_333_333)
        // After three missing frames the ring still reaches back 2 s.
        ring.keep(photograph(93 * 33_333_333))
        #expect(ring.holdings.frames == 58)
    }

    @Test("says so when a picture that has left it was nearer, and not before")
    func edge() async throws {
        let ring = MomentRing<Photograph>(limit: 1 << 20)
        for number in 0..<80 { ring.keep(photograph(Int64(number) * 33_000_000)) }
        // The oldest is number 19: 60 intervals of 33 ms fit into 2 s, and a part of one more.
        #expect(try #require(await ring.nearest(to: 19 * 33_000_000 - 16_000_000)).clamped == false)
        #expect(try #require(await ring.nearest(to: 19 * 33_000_000 - 17_000_000)).clamped)
    }

    @Test("waits for the picture of a press by as much longer as pictures come late")
    func late() async throws {
        let (ring, press) = (MomentRing<Photograph>(limit: 1 << 20), monotonicNanoseconds())
        ring.keep(photograph(press - 4_000_000_000))
        let pick = Task.immediate { await ring.nearest(to: press) }
        // Longer than the wait for a picture that is on time.
        try await Task.sleep(for: .milliseconds(1_200))
        ring.keep(photograph(press))
        #expect(await pick.value?.picture.capturedAt == press)
    }

    private func photograph(_ moment: Int64) -> Photograph {
        Photograph(bytes: [1], width: 8, height: 8, capturedAt: moment, epoch: 1)
    }
}
