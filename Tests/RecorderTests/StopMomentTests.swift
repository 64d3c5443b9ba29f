// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Recorder

@Suite("The moment of a stop while the camera is away")
struct StopMomentTests {
    /// Tick 0 is a second after 1970.
    private func clock(_ epoch: Int, stepped nanoseconds: Int64 = 0) -> EpochClock {
        EpochClock(
            camera: "c", epoch: epoch, tick: Tick(rawValue: 0), utc: 1_000_000_000 + nanoseconds, uncertainty: 0)
    }

    private func position(_ epoch: Int, _ seconds: Double) -> FootagePosition {
        FootagePosition(epoch: epoch, tick: seconds.ticks)
    }

    private func moment(_ seconds: Double, reached: FootagePosition? = nil) -> StopMoment {
        StopMoment(tick: seconds.ticks, utc: Int64((1 + seconds) * 1e9), reached: reached)
    }

    @Test("divides an epoch whose clock is right")
    func plain() {
        #expect(!moment(60).isBefore(position(1, 59), clock(1)))
        #expect(!moment(60).isBefore(position(1, 60), clock(1)))
        #expect(moment(60).isBefore(position(1, 61), clock(1)))
    }

    @Test("leaves out nothing that was captured before it, although UTC stepped between two epochs")
    func stepped() {
        for hour: Int64 in [-3_600_000_000_000, 3_600_000_000_000] {
            #expect(!moment(60).isBefore(position(1, 59), clock(1, stepped: hour)))
        }
    }

    @Test("leaves out nothing of an earlier boot that UTC puts before it")
    func booted() {
        // The machine has run for a minute, and the stop was an hour before that.
        let stop = moment(-3_600)
        let old = clock(1, stepped: -10_000 * 1_000_000_000)
        #expect(!stop.isBefore(position(1, 6_000), old))
        #expect(stop.isBefore(position(1, 9_000), old))
        #expect(stop.isBefore(position(2, 10), clock(2)))
    }

    @Test(
        "leaves out nothing up to what was heard of, although the camera has slept since, and time seems to be shorter there"
    )
    func slept() {
        // It was heard of at 100 s and stopped at 110 s; then the camera slept for a minute.
        let stop = moment(50, reached: position(2, 110))
        #expect(!stop.isBefore(position(2, 110), clock(2)))
        #expect(!stop.isBefore(position(1, 500), clock(1)))
        #expect(stop.isBefore(position(2, 111), clock(2)))
        #expect(moment(50).isBefore(position(2, 110), clock(2)))
    }
}

extension Double {
    /// A number of seconds as a tick.
    fileprivate var ticks: Tick { Tick(nanoseconds: Int64(self * 1e9)) }
}
