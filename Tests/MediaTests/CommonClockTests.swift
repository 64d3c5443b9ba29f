// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Media

@Suite("One clock for several cameras")
struct CommonClockTests {
    private let minute: Int64 = 60_000_000_000
    /// The camera's own clock is five hours behind.
    private let own = EpochClock(camera: "c", epoch: 1, tick: Tick(rawValue: 0), utc: 1_000, uncertainty: 7)

    private func comparison(_ monotonic: Int64, _ utc: Int64, _ uncertainty: Int64 = 100) -> ClockComparison {
        ClockComparison(
            camera: "c", epoch: 1, tick: Tick(nanoseconds: monotonic), utc: utc, uncertainty: uncertainty)
    }

    private func place(_ monotonic: Int64, epoch: Int = 1) -> FootagePosition {
        FootagePosition(epoch: epoch, tick: Tick(nanoseconds: monotonic))
    }

    @Test("an epoch that was never compared has the camera's own time, and says so")
    func uncompared() {
        let clock = CommonClock([own], [])
        #expect(clock.moment(at: place(2_000_000_000)) == .init(utc: 2_000_001_000, uncertainty: 7, isCompared: false))
        #expect(clock.moment(at: place(0, epoch: 2)) == nil)
        #expect(clock.tick(at: 2_000_001_000, in: 1) == Tick(nanoseconds: 2_000_000_000))
        #expect(clock.tick(at: 0, in: 2) == nil)
    }

    @Test("beside a single comparison the clock keeps its pace, and is less certain the farther away")
    func single() throws {
        let clock = CommonClock([own], [comparison(minute, 5 * minute)])
        let after = try #require(clock.moment(at: place(2 * minute)))
        #expect(after == .init(utc: 6 * minute, uncertainty: 100 + 6_000_000, isCompared: true))
        let before = try #require(clock.moment(at: place(0)))
        #expect(before.utc == 4 * minute && before.uncertainty == after.uncertainty)
    }

    @Test("between two comparisons it drifts evenly; the drift may have been uneven, and that is told")
    func drift() throws {
        // 50 parts per million: 3 ms in a minute.
        let clock = CommonClock([own], [comparison(minute, 9 * minute + 3_000_000), comparison(0, 8 * minute, 200)])
        let middle = try #require(clock.moment(at: place(minute / 2)))
        #expect(
            middle == .init(utc: 8 * minute + minute / 2 + 1_500_000, uncertainty: 200 + 3_000_000, isCompared: true))
        for monotonic in stride(from: -minute, to: 3 * minute, by: 7_000_000_123) {
            let moment = try #require(clock.moment(at: place(monotonic)))
            let tick = try #require(clock.tick(at: moment.utc, in: 1))
            #expect(abs(tick - Tick(nanoseconds: monotonic)) <= 1)
        }
    }

    @Test("a step of the recorder's clock is no drift: the error is as large as the step")
    func step() throws {
        let hour = 60 * minute
        let clock = CommonClock([own], [comparison(0, minute), comparison(minute, 2 * minute + hour)])
        #expect(
            clock.moment(at: place(minute / 2)) == .init(utc: minute + minute / 2, uncertainty: hour, isCompared: true))
        #expect(clock.moment(at: place(minute))?.utc == 2 * minute + hour)
    }
}
