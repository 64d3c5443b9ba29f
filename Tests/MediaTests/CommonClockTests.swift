// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Media

@Suite("One clock for several cameras")
struct CommonClockTests {
    private let minute: Int64 = 60_000_000_000
    /// The camera's own clock is five hours behind.
    private let own = EpochClock(camera: "c", epoch: 1, tick: Tick(rawValue: 0), utc: 1_000, uncertainty: 7)

    private func comparison(
        _ monotonic: Int64, _ utc: Int64, _ uncertainty: Int64 = 100, epoch: Int = 1
    ) -> ClockComparison {
        ClockComparison(
            camera: "c", epoch: epoch, tick: Tick(nanoseconds: monotonic), utc: utc, uncertainty: uncertainty)
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

    @Test("an epoch that was never compared has the comparisons beside it, if the camera's program ran through")
    func inherited() throws {
        /// An epoch whose own clock is an hour wrong.
        func epoch(_ number: Int, _ began: GapReason) -> EpochClock {
            EpochClock(
                camera: "c", epoch: number, tick: Tick(rawValue: 0), utc: 60 * minute, uncertainty: 0, began: began)
        }
        let (first, last) = (comparison(minute, 5 * minute), comparison(3 * minute, 7 * minute + 2_000_000, epoch: 5))
        let epochs = [
            epoch(1, .cameraRestarted), epoch(2, .pipelineChanged), epoch(3, .cameraRestarted),
            epoch(4, .captureFailed), epoch(5, .pipelineChanged), epoch(6, .pipelineChanged),
        ]
        let clock = CommonClock(epochs, [first, last])
        #expect(clock.moment(at: place(2 * minute, epoch: 2))?.utc == 6 * minute)
        for epoch in [3, 4, 6] {
            let moment = try #require(clock.moment(at: place(3 * minute, epoch: epoch)))
            #expect(moment.utc == 7 * minute + 2_000_000 && moment.isCompared, "\(epoch)")
        }
        // Between two of them it drifts evenly.
        let through = CommonClock(
            [epochs[0], epochs[1], epoch(3, .pipelineChanged), epochs[3], epochs[4]], [first, last])
        #expect(through.moment(at: place(2 * minute, epoch: 3))?.utc == 6 * minute + 1_000_000)
        // The camera's program was started anew.
        let alone = CommonClock(epochs.dropLast(3), [first])
        #expect(alone.moment(at: place(0, epoch: 3)) == .init(utc: 60 * minute, uncertainty: 0, isCompared: false))
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
