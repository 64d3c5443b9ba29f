// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Testing
import Wire

@testable import Camera

@Suite("Frames lost with packets", .timeLimit(.minutes(1)))
struct PacketLossesTests {
    private func nanoseconds(_ frame: Int) -> Int64 { Int64(frame) * 40_000_000 }

    private func tick(_ frame: Int) -> Tick { Tick(nanoseconds: nanoseconds(frame)) }

    /// The gaps among frames of 1/25 s when packets are missing between two frames.
    private func gaps(_ holes: [(Int, Int)], _ frames: [Int], after: Int? = nil, before: Int? = nil) -> [GapDescription]
    {
        let missing = holes.map {
            PacketTap.Hole(before: nanoseconds($0.0), after: nanoseconds($0.1), packets: 1)
        }
        return PacketLosses(missing, base: 0)
            .gaps(among: frames.map(tick), after: after.map(tick), before: before.map(tick))
    }

    @Test("are counted by the distance between the frames around them")
    func counted() {
        let frames = (0..<50).filter { ![10, 11, 12, 30].contains($0) }
        let found = gaps([(9, 13), (29, 31)], frames)
        #expect(found.map(\.frames) == [3, 1])
        #expect(found.map(\.firstTick) == [tick(10).rawValue, tick(30).rawValue])
        #expect(found.map(\.lastTick) == [tick(12).rawValue, tick(30).rawValue])
        #expect(found.allSatisfy { $0.reason == "lost-before-capture" })
    }

    @Test("are told once, however many packets are missing between two frames")
    func once() {
        let found = gaps([(9, 10), (10, 11), (11, 13)], (0..<50).filter { !(10...12).contains($0) })
        #expect(found.map(\.frames) == [3])
    }

    @Test("are at least one, because a frame without a part is not whole")
    func part() {
        let found = gaps([(20, 20)], Array(0..<50))
        #expect(found.map(\.frames) == [1])
    }

    @Test("are also found at the edges of a window, and lie in it")
    func edges() {
        let frames = Array(30..<60)
        let before = gaps([(26, 30)], frames, after: 26, before: 60)
        #expect(before.map(\.frames) == [3] && before.map(\.firstTick) == [tick(30).rawValue])
        let behind = gaps([(59, 62)], frames, after: 29, before: 63)
        #expect(behind.map(\.frames) == [3] && behind.map(\.lastTick) == [tick(59).rawValue])
    }

    @Test("are none without a missing packet, before the first frame of an epoch, and where there is no frame")
    func none() {
        #expect(gaps([], [0, 1, 9]).isEmpty)
        #expect(gaps([(0, 5)], Array(5..<20)).isEmpty)
        #expect(gaps([(0, 5)], []).isEmpty)
    }
}
