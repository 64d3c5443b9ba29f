// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Footage

@Suite("Gaps as a person reads them")
struct GapJoinedTests {
    private func gap(_ sequence: Int, _ reason: GapReason = .spoolOverrun, epoch: Int = 1, frames: Int = 30) -> Gap {
        let first = Tick(rawValue: Int64(sequence) * 90_000)
        var gap = Gap(
            recording: "r", epoch: epoch, firstTick: first, lastTick: first + 87_000, frames: frames, reason: reason)
        (gap.sequences, gap.before) = (sequence...sequence, sequence * 30)
        return gap
    }

    @Test("Consecutive missing fragments are one gap, from the first frame of the first to the last of the last")
    func joined() throws {
        let gaps = (3...31).map { gap($0) }.joined
        let whole = try #require(gaps.first)
        #expect(gaps.count == 1 && whole.frames == 870 && whole.sequences == 3...31 && whole.before == 90)
        #expect(whole.firstTick == gap(3).firstTick && whole.lastTick == gap(31).lastTick)
    }

    @Test(
        "What differs stays apart: reason, epoch, a fragment between, frames that nobody counted, and frames within fragments"
    )
    func apart() {
        var uncounted = gap(4)
        uncounted.isUncounted = true
        for other in [gap(4, .spoolFailed), gap(4, epoch: 2), gap(5), uncounted, gap(4, frames: 0)] {
            #expect([gap(3), other].joined == [gap(3), other])
        }
        let most = [gap(3, frames: 1 << 53), gap(4, frames: 1)]
        #expect(most.joined == most)
        #expect([gap(3, .notEncoded, frames: 1), gap(4, .notEncoded, frames: 1)].joined.count == 2)
    }
}
