// SPDX-License-Identifier: Apache-2.0
import Testing

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

    @Test("without an interval nothing is late")
    func free() {
        #expect(!Beat(start: 0, interval: 0).isOver(1, at: .max))
    }
}
