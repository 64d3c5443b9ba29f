// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import Camera

@Suite("The beat of a series")
struct BeatTests {
    @Test(
        "is exact after hours: the longest series there can be does not drift by a nanosecond",
        arguments: [1, 33, 60_000, 86_400_000])
    func drift(_ milliseconds: Int64) {
        let beat = Beat(start: 123_456_789_012_345, interval: milliseconds * 1_000_000)
        for number in [1, 2, 3_600, 9_999, 10_000] {
            #expect(beat.moment(number) - beat.start == Int64(number - 1) * milliseconds * 1_000_000)
        }
    }

    @Test("a picture that is late shifts none behind it, and is over when the next one is due")
    func late() {
        let beat = Beat(start: 1_000, interval: 100)
        #expect(!beat.isOver(3, at: 1_299))
        #expect(beat.isOver(3, at: 1_300))
        #expect(beat.moment(4) == 1_300)
    }

    @Test("after a restart the next picture is the first whose moment is still to come, and none is taken twice")
    func resumed() {
        let beat = Beat(start: 1_000, interval: 100)
        #expect(beat.next(behind: 0, at: 400) == 1)
        #expect(beat.next(behind: 0, at: 1_000) == 1)
        #expect(beat.next(behind: 1, at: 1_000) == 2)
        #expect(beat.next(behind: 1, at: 1_299) == 4)
        #expect(beat.next(behind: 1, at: 1_300) == 4)
        #expect(beat.next(behind: 1, at: 1_301) == 5)
        #expect(beat.next(behind: 9, at: 1_301) == 10)
    }

    @Test("a timer of so many seconds ends so many seconds after the press")
    func timer() {
        let now: Int64 = 5_000_000_000
        #expect(Beat(StillRequest(timerSeconds: 3), arrival: now).moment(1) == 8_000_000_000)
        let early = Beat(StillRequest(pressedAt: 4_900_000_000, timerSeconds: 3), arrival: now)
        #expect(early.moment(1) == 7_900_000_000)
        let series = Beat(StillRequest(count: 2, everyMilliseconds: 500), arrival: now)
        #expect(series.moment(1) == now && series.moment(2) == now + 500_000_000)
        // Without a timer the beat starts at the press. If the request names a frame, it starts at the moment of that frame.
        #expect(Beat(StillRequest(pressedAt: 4_000_000_000), arrival: now).moment(1) == 4_000_000_000)
        #expect(Beat(StillRequest(seen: SeenFrame(epoch: 1, tick: 90_000)), arrival: now).moment(1) == 1_000_000_000)
    }

    @Test(
        "follows a clock that drifts: its start moves by up to a second, and its uncertainty grows from the comparison on"
    )
    func moved() throws {
        let second: Int64 = 1_000_000_000
        let request = StillRequest(
            pressedAt: 5 * second, pressUncertainty: 200_000, count: 100, everyMilliseconds: 10_000)
        let beat = Beat(request, arrival: 5 * second)
        #expect(beat.uncertainty(of: 1) == 200_000)
        // 100 millionths of 990 s.
        #expect(beat.uncertainty(of: 100) == 200_000 + 99_000_000)
        let moved = try #require(beat.moved(to: 5 * second + 30_000_000, uncertainty: 300_000, measured: 505 * second))
        #expect(moved.moment(51) == 505 * second + 30_000_000)
        #expect(moved.uncertainty(of: 51) == 300_000 + 3_000)
        #expect(beat.moved(to: 7 * second, uncertainty: 0, measured: 0) == nil)
        #expect(Beat(StillRequest(count: 100, everyMilliseconds: 10_000), arrival: 0).uncertainty(of: 100) == 0)
    }

    @Test("without an interval nothing is late")
    func free() {
        #expect(!Beat(start: 0, interval: 0).isOver(1, at: .max))
    }
}
