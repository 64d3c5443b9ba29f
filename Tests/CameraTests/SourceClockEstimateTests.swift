// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import Camera

@Suite("The clock of a network camera", .timeLimit(.minutes(1)))
struct SourceClockEstimateTests {
    private let second: Int64 = 1_000_000_000
    /// 2026-11-26T00:00:00Z, in seconds since 1970.
    private let today: Int64 = 1_795_651_200

    /// A moment as NTP writes it.
    private func time(_ nanoseconds: Int64) -> UInt64 {
        let seconds = UInt64(nanoseconds / second + 2_208_988_800)
        return seconds << 32 | UInt64(nanoseconds % second) << 32 / UInt64(second)
    }

    /// What an hour of reports says, the last of which come late; the camera's clock is ahead by an offset, and fast.
    private func clock(ahead offset: Int64, fast: Double, delay: (Int) -> Int64) throws -> SourceClock {
        var estimate = SourceClockEstimate()
        #expect(estimate.clock(utc: 0) == nil)
        for index in 0..<720 {
            let sent = Int64(index) * 5 * second
            let camera = today * second + offset + sent + Int64(Double(sent) * fast)
            estimate.note(time(camera), at: sent + delay(index))
        }
        return try #require(estimate.clock(utc: today * second))
    }

    @Test("is told by the least delayed reports, with its drift")
    func drift() throws {
        let late = [300_000, 40_000_000, 9_000_000, 120_000_000, 1_000_000] as [Int64]
        let clock = try clock(ahead: -7_200 * second, fast: 0.00002) { late[$0 % 5] }
        // 20 millionths of an hour are 72 ms.
        #expect(abs(clock.offset - (-7_200 * second + 72_000_000)) < 2_000_000, "\(clock.offset)")
        #expect(abs(try #require(clock.drift) - 20) < 0.5, "\(clock.drift ?? 0)")
        #expect(clock.reports == 720)
    }

    @Test("has no drift in the first two minutes, and begins anew when it is set")
    func set() throws {
        var estimate = SourceClockEstimate()
        for index in 0..<20 {
            let sent = Int64(index) * 5 * second
            estimate.note(time(today * second + sent), at: sent)
        }
        let before = try #require(estimate.clock(utc: today * second))
        #expect(before.drift == nil && before.reports == 20 && abs(before.offset) < 10)
        estimate.note(time((today + 3_700) * second), at: 100 * second)
        let after = try #require(estimate.clock(utc: today * second))
        #expect(after.reports == 1 && abs(after.offset - 3_600 * second) < 10)
    }
}
