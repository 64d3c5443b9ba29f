// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Media

@Suite("The times of an exported track")
struct FrameRateTests {
    /// The durations of frames whose begins are rounded to ticks.
    private func durations(_ count: Int, timescale: Int64, interval: Int64, phase: Int64 = 0) -> [UInt32] {
        let begins = (0...count).map { ((Int64($0) * interval + phase) * 90_000 + timescale / 2) / timescale }
        return zip(begins, begins.dropFirst()).map { UInt32($1 - $0) }
    }

    private func times(
        _ durations: [UInt32], restarts: Set<Int> = [], hidden: Int = 0, skipped: Int64 = 0, isCut: Bool = false
    ) -> SampleTimes {
        SampleTimes(durations: durations, restarts: restarts, hidden: hidden, skipped: skipped, isCut: isCut)
    }

    @Test(
        "A regular rate has one duration for all frames, in a timescale that fits it",
        arguments: [
            (24_000, 1_001, 24_000), (60_000, 1_001, 60_000), (30_000, 1_001, 30_000), (120_000, 1_001, 120_000),
            (24, 1, 90_000), (25, 1, 90_000), (30, 1, 90_000), (60, 1, 90_000), (10, 1, 90_000), (1, 1, 90_000),
            (7, 1, 7_000), (144, 1, 90_000), (13, 1, 13_000),
        ] as [(Int64, Int64, Int64)])
    func regular(rate: Int64, per: Int64, timescale: Int64) throws {
        for phase in [0, 1, per / 3] {
            let times = times(durations(400, timescale: rate, interval: per, phase: phase))
            let found = try #require(times.rate)
            #expect(times.timescale == timescale && found.interval * rate == timescale * per)
            #expect(times.runs.count == 1 && times.edit == nil)
            #expect(times.mediaDuration == 400 * found.interval)
        }
    }

    @Test("Times that vary by more than rounding stay as they are", arguments: [2, 40, 900] as [Int64])
    func irregular(jitter: Int64) {
        let ticks = (0..<90).map { UInt32(3_000 + ($0.isMultiple(of: 7) ? jitter : 0) - ($0 % 7 == 3 ? jitter : 0)) }
        let times = times(ticks)
        #expect(times.rate == nil && times.timescale == 90_000)
        #expect(times.mediaDuration == ticks.reduce(0) { $0 + Int64($1) })
    }

    @Test("A clock that is 30 parts per million off is not taken for an exact rate")
    func drift() {
        let begins = (0...3_600).map { Int64((Double($0) * 3_003 * 1.00003).rounded()) }
        #expect(times(zip(begins, begins.dropFirst()).map { UInt32($1 - $0) }).rate == nil)
    }

    @Test("A hole is as long as the frames that are missing")
    func hole() {
        var ticks = durations(100, timescale: 24_000, interval: 1_001)
        ticks[20] += ticks[21...24].reduce(0, +)
        ticks.removeSubrange(21...24)
        let times = times(ticks)
        #expect(times.timescale == 24_000)
        #expect(times.runs.map(\.duration) == [1_001, 5 * 1_001, 1_001])
        #expect(times.mediaDuration == 100 * 1_001)
    }

    @Test("The time between epochs is kept, and the rate is counted anew behind it")
    func epochs() {
        let part = durations(50, timescale: 24_000, interval: 1_001)
        let times = times(part.dropLast() + [123_456] + part, restarts: [49])
        #expect(times.timescale == 24_000)
        let expected = Double(49 * 1_001) / 24_000 + 123_456 / 90_000 + Double(50 * 1_001) / 24_000
        #expect(abs(Double(times.mediaDuration) / 24_000 - expected) < 1 / 24_000)
    }

    @Test("Hidden frames last one unit each, and the first shown frame begins at the edit")
    func hidden() throws {
        let times = times(durations(60, timescale: 30, interval: 1), hidden: 26, skipped: 900, isCut: false)
        #expect(times.runs.map(\.duration) == [1, 2_100, 3_000])
        #expect(times.runs.map(\.count) == [26, 1, 33])
        let edit = try #require(times.edit)
        #expect(edit.start == 26 && edit.duration == 34 * 3_000 - 900)
    }

    @Test("A last frame that the range cuts does not make the rate irregular")
    func cut() {
        var ticks = durations(60, timescale: 24_000, interval: 1_001)
        ticks[59] = 1_000
        let times = times(ticks, isCut: true)
        #expect(times.timescale == 24_000)
        #expect(times.runs.map(\.duration) == [1_001, 267])
    }

    @Test("One frame, and frames of a tick each, have times too")
    func few() {
        #expect(times([3_000]).mediaDuration == 3_000)
        #expect(times([700], skipped: 600).mediaDuration == 100)
        #expect(times([1, 1, 1]).mediaDuration == 3)
        #expect(times([1, 1, 1], hidden: 2, skipped: 5).edit?.duration == 1)
    }

    @Test("The encoded beginning takes the times of the frames that it replaces")
    func replaced() {
        var table = SampleTable()
        for index in 0..<12 {
            if index % 3 == 0 { table.beginChunk() }
            table.append(size: 100 + index, isSync: index == 0 || index == 7, elapsed: 3_000)
        }
        table.endLast(after: 3_000)
        let made = table.replacingBeginning(upTo: 7, by: [(size: 9, isSync: true), (size: 8, isSync: false)])
        #expect(made.count == 7 && made.syncs == [1, 3] && made.sizes == [9, 8, 107, 108, 109, 110, 111])
        #expect(made.chunks.map(\.count) == [2, 2, 3])
        #expect(made.duration == 7 * 3_000 && made.byteCount == 17 + 107 + 108 + 109 + 110 + 111)
        let all = table.replacingBeginning(upTo: 12, by: [(size: 5, isSync: true)])
        #expect(all.count == 1 && all.chunks.count == 1 && all.byteCount == 5)
    }
}
