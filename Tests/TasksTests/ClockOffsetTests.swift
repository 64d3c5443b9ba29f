// SPDX-License-Identifier: Apache-2.0
import Tasks
import Testing

@Suite("Clock offset")
struct ClockOffsetTests {
    @Test("The truth lies within the uncertainty, wherever on the way the clock was read")
    func bounds() {
        let truth: Int64 = 5_000
        for roundTrip: Int64 in [0, 1, 2, 3, 10, 11] {
            for read in 0...roundTrip {
                let asked: Int64 = 1_000_000
                let offset = ClockOffset(
                    asked: asked, remote: asked + read + truth, answered: asked + roundTrip)
                #expect(abs(offset.nanoseconds - truth) <= offset.uncertainty)
                #expect(offset.uncertainty <= roundTrip / 2 + 1)
            }
        }
    }

    @Test("Several exchanges together hold the truth, and are as good as the quickest request with the quickest answer")
    func several() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            let truth = Int64.random(in: -1_000_000...1_000_000, using: &random)
            var (known, there, back): (ClockOffset?, Int64, Int64) = (nil, .max, .max)
            for exchange: Int64 in 0..<8 {
                let (asked, way, home) = (
                    exchange * 10_000, Int64.random(in: 700...1_300, using: &random),
                    Int64.random(in: 700...6_000, using: &random)
                )
                let offset = ClockOffset(asked: asked, remote: asked + way + truth, answered: asked + way + home)
                known = known?.narrowed(by: offset) ?? offset
                (there, back) = (min(there, way), min(back, home))
            }
            let offset = try #require(known)
            #expect(abs(offset.nanoseconds - truth) <= offset.uncertainty)
            #expect(offset.uncertainty <= (there + back) / 2 + 10)
        }
    }

    @Test("After a clock has stepped, the later exchange counts")
    func step() {
        let (before, after) = (
            ClockOffset(nanoseconds: 0, uncertainty: 5), ClockOffset(nanoseconds: 100, uncertainty: 9)
        )
        #expect(before.narrowed(by: after) == after)
    }

    @Test("A moment here is a moment there")
    func remote() {
        #expect(ClockOffset(nanoseconds: -7, uncertainty: 1).remote(atLocal: 10) == 3)
    }
}
