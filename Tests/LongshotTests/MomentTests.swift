// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import longshot

@Suite("A moment as an argument")
struct MomentTests {
    @Test(
        "is in UTC, has an offset from it, or is a place in the recording",
        arguments: [
            ("2026-11-28T23:59:59Z", .utc(1_795_910_399_000_000_000)),
            ("2026-11-24T16:37:23.592Z", .utc(1_795_538_243_592_000_000)),
            ("2026-11-24T18:37:23+02:00", .utc(1_795_538_243_000_000_000)),
            ("2026-11-24T11:07:23.500-05:30", .utc(1_795_538_243_500_000_000)),
            ("2028-02-29T00:00:00Z", .utc(1_835_395_200_000_000_000)), ("1970-01-01T00:00:00Z", .utc(0)),
            ("1:02:03.5", .offset(3_723_500_000_000)), ("90s", .offset(90_000_000_000)),
            ("2.5", .offset(2_500_000_000)),
        ] as [(String, Moment)])
    func good(_ text: String, _ moment: Moment) {
        #expect(Moment(argument: text) == moment)
    }

    @Test(
        "is refused if there is no such date or time",
        arguments: [
            "2026-11-28T24:61:00Z", "2026-11-28T24:00:00Z", "2026-11-29T99:00:00Z", "2026-11-29T10:60:00Z",
            "2026-11-29T10:00:61Z", "2026-11-29T10:00:99.5Z", "2026-11-29T24:00:00.000Z", "2026-02-30T10:00:00Z",
            "2027-02-29T10:00:00Z", "2027-02-31T00:00:00Z", "2026-04-31T10:00:00+02:00", "2026-13-01T10:00:00Z",
            "2026-00-01T10:00:00Z", "2026-01-00T10:00:00Z", "2026-01-01T10:00:00+24:00", "2026-01-01T10:00:00+02:60",
            "2026-01-01T10:00:00", "2026-01-01T10:00:00Z and more", "2026-01-01", "1:75", "1:75:00", "",
        ])
    func bad(_ text: String) {
        #expect(Moment(argument: text) == nil)
        #expect(Instant(argument: text) == nil)
        #expect(PastMoment(argument: text) == nil)
    }
}
