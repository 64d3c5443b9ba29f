// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import longshot

@Suite("A moment or a length as text")
struct FormatTests {
    @Test(
        "A moment is rounded to the nearest millisecond",
        arguments: [
            (1_795_538_243_592_258_297, "2026-11-24T16:37:23.592Z"),
            (1_795_538_243_592_600_000, "2026-11-24T16:37:23.593Z"),
            (1_795_538_243_999_600_000, "2026-11-24T16:37:24.000Z"),
            (1_795_538_243_007_000_000, "2026-11-24T16:37:23.007Z"),
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1970-01-01T00:00:00.000Z"), (-600_000, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func moment(_ nanoseconds: Int64, _ text: String) {
        #expect(Format.moment(nanoseconds) == text)
    }

    @Test(
        "A length is cut, but one below a second",
        arguments: [
            (1_156_700_000_000, "19:16"), (59_970_000_000, "59.9 s"), (10_000_000_000, "10.0 s"),
            (9_999_999_999, "9.9 s"), (60_000_000, "0.1 s"), (15_400_000, "15 ms"), (100, "0.0 s"),
            (3_723_999_000_000, "1:02:03"), (0, "0.0 s"),
        ] as [(Int64, String)])
    func duration(_ nanoseconds: Int64, _ text: String) {
        #expect(Format.duration(nanoseconds) == text)
    }

    @Test("A moment is every millisecond of a second, without a gap")
    func all() {
        for millisecond in 0..<1_000 {
            let moment = 1_795_538_243_000_000_000 + Int64(millisecond) * 1_000_000
            #expect(Format.moment(moment).suffix(4).dropLast() == Substring(millisecond.padded(to: 3)))
        }
    }
}
