// SPDX-License-Identifier: Apache-2.0
import Media
import Tasks
import Testing
import Wire

@testable import Recorder

@Suite("A second of live video", .timeLimit(.minutes(1)))
struct LiveMeterTests {
    private func unit(ago milliseconds: Int64, bytes: Int = 1_000) -> AccessUnit {
        AccessUnit(
            tick: Tick(nanoseconds: monotonicNanoseconds() - milliseconds * 1_000_000), isSync: true,
            bytes: [UInt8](repeating: 0, count: bytes))
    }

    @Test("Latencies are of the camera's clock, and counts are of one second")
    func latency() {
        let meter = LiveMeter()
        meter.count(unit(ago: 200))
        let first = meter.second([:])
        #expect(first.latency == nil && first.frames == 1 && first.bitsPerSecond == 8_000)
        // The camera's clock is 50 ms behind the recorder's.
        meter.set(offset: -50_000_000)
        for _ in 0..<99 { meter.count(unit(ago: 250)) }
        meter.count(unit(ago: 950))
        let second = meter.second(["num-lost": 3, "rtx-success-count": 9, "rtx-rtt": 5_000_000, "avg-jitter": 7])
        #expect(second.frames == 100)
        #expect((199_000_000..<260_000_000).contains(second.latency ?? 0))
        #expect((899_000_000..<960_000_000).contains(second.slowest ?? 0))
        #expect((second.lost, second.repeated, second.roundTrip, second.jitter) == (3, 9, 5_000_000, 7))
        let third = meter.second(["num-lost": 4, "rtx-success-count": 9])
        #expect((third.frames, third.lost, third.repeated) == (0, 1, 0))
        #expect(third.latency == nil && third.roundTrip == nil)
    }
}
