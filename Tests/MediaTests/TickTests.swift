// SPDX-License-Identifier: Apache-2.0

import Media
import Testing
import TestSupport

@Suite("Ticks")
struct TickTests {
    @Test("A tick survives the way to nanoseconds and back")
    func roundTrip() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let limit = Int64(1) << Int64.random(in: 1...49, using: &generator)
            let tick = Tick(rawValue: .random(in: -limit...limit, using: &generator))
            #expect(Tick(nanoseconds: tick.nanoseconds) == tick)
        }
    }

    @Test(
        "Nanoseconds are rounded to the nearest tick",
        arguments: [
            (0, 0), (5_555, 0), (5_556, 1), (11_111, 1), (-5_556, -1), (1_000_000_000, 90_000), (33_333_333, 3000),
        ]
    )
    func rounding(nanoseconds: Int64, ticks: Int64) {
        #expect(Tick(nanoseconds: nanoseconds).rawValue == ticks)
    }

    @Test("Arithmetic at the ends of the clock saturates and does not trap")
    func saturation() {
        let (first, last) = (Tick(rawValue: .min), Tick(rawValue: .max))
        #expect(last + 1 == last)
        #expect(first + -1 == first)
        #expect(last - first == .max)
        #expect(first - last == .min)
        #expect(last.nanoseconds == .max)
        #expect(first.nanoseconds == .min)
        #expect(Tick(nanoseconds: .max).rawValue > 0)
        #expect(Tick(nanoseconds: .min).rawValue < 0)
    }
}
