// SPDX-License-Identifier: Apache-2.0
import Media
import Tasks
import Footage
import GStreamer
import Testing

@testable import Camera

@Suite("A camera's clocks", .timeLimit(.minutes(1)))
struct MediaClockTests {
    @Test("UTC at tick 0 is what the machine's two clocks say, no later than before and no earlier than behind")
    func offset() {
        let (monotonic, utc) = (monotonicNanoseconds(), wallNanoseconds())
        let clock = MediaClock()
        let (monotonicBehind, utcBehind) = (monotonicNanoseconds(), wallNanoseconds())
        // The clocks are read one after the other, so that these bounds hold on a slow machine too.
        #expect(clock.utcAtTickZero + clock.uncertainty >= utc - monotonicBehind)
        #expect(clock.utcAtTickZero - clock.uncertainty <= utcBehind - monotonic)
        #expect(abs(clock.utcAtTickZero - (utc - monotonic)) < max(500_000_000, monotonicBehind - monotonic))
    }

    @Test("Footage is of the moment that the clock of its epoch gives to its tick")
    func moment() {
        let clock = EpochClock(
            camera: "c", epoch: 1, tick: Tick(rawValue: 90_000), utc: 1_000_000_000_000, uncertainty: 0)
        #expect(clock.utc(of: Tick(rawValue: 90_000)) == 1_000_000_000_000)
        #expect(clock.utc(of: Tick(rawValue: 180_000)) == 1_001_000_000_000)
        #expect(clock.utc(of: Tick(rawValue: 0)) == 999_000_000_000)
    }
}
