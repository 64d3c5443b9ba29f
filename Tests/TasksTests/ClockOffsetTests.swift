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

    @Test("A moment here is a moment there")
    func remote() {
        #expect(ClockOffset(nanoseconds: -7, uncertainty: 1).remote(atLocal: 10) == 3)
    }
}
