// SPDX-License-Identifier: Apache-2.0

import Media
import Testing

@testable import Footage

@Suite("Where gaps are in a movie")
struct MovieMomentsTests {
    private func gap(
        epoch: Int, _ ticks: ClosedRange<Int64>, frames: Int = 3, uncounted: Bool = false, atMost: Int? = nil,
        _ reason: GapReason = .notEncoded
    ) -> Gap {
        var gap = Gap(
            recording: "r", epoch: epoch, firstTick: Tick(rawValue: ticks.lowerBound),
            lastTick: Tick(rawValue: ticks.upperBound), frames: frames, reason: reason)
        (gap.isUncounted, gap.atMost) = (uncounted, atMost)
        return gap
    }

    /// Three frames of epoch 2 from tick 9,000 on, and after 30,000 ticks two of epoch 4.
    private func moments(skipping skipped: Int64? = nil, clocks: [EpochClock] = []) -> MovieMoments {
        var moments = MovieMoments(EpochClocks(clocks))
        for index in 0..<3 as Range<Int64> {
            let position = FootagePosition(epoch: 2, tick: Tick(rawValue: 9_000 + index * 3_000))
            moments.add(position, at: index * 3_000, lasting: 3_000)
            if index == 1, let skipped {
                moments.open(position, at: index * 3_000, lasting: 3_000, skipping: skipped)
            }
        }
        for index in 0..<2 as Range<Int64> {
            let position = FootagePosition(epoch: 4, tick: Tick(rawValue: 50 + index * 3_000))
            moments.add(position, at: 39_000 + index * 3_000, lasting: 3_000)
        }
        return moments
    }

    @Test("Within an epoch the ticks say it, and between epochs it is where the frames end")
    func places() {
        let whole = moments()
        #expect(whole.opening == FootagePosition(epoch: 2, tick: Tick(rawValue: 9_000)))
        #expect(whole.time(of: gap(epoch: 2, 12_000...13_000)) == 3_000)
        // Before the first epoch of the file, and before the first frame.
        #expect(whole.time(of: gap(epoch: 1, 500...900)) == 0)
        #expect(whole.time(of: gap(epoch: 2, 0...6_000)) == 0)
        // An epoch without frames, the time between two, and frames that are missing before the first of an epoch.
        #expect(whole.time(of: gap(epoch: 3, 7...9_999)) == 9_000)
        #expect(whole.time(of: gap(epoch: 4, 50...50, frames: 0)) == 9_000)
        #expect(whole.time(of: gap(epoch: 4, -5_950...(-2_950))) == 33_000)
        #expect(whole.time(of: gap(epoch: 4, .min ... .max)) == 9_000)
        // Behind the last frame.
        #expect(whole.time(of: gap(epoch: 4, 6_050...9_050)) == 45_000)
        #expect(whole.time(of: gap(epoch: 5, 0...1)) == 45_000)
    }

    @Test("Frames come again behind the last missing one, or with the next epoch")
    func ends() {
        let whole = moments()
        #expect(whole.end(of: gap(epoch: 2, 12_000...12_000, frames: 1)) == 6_000)
        #expect(whole.end(of: gap(epoch: 4, 50...50, frames: 0)) == 39_000)
        #expect(whole.end(of: gap(epoch: 3, 7...9_999)) == 39_000)
        // Before the first frame, and behind the last one.
        #expect(whole.end(of: gap(epoch: 1, 500...900)) == 0)
        #expect(whole.end(of: gap(epoch: 4, 3_050...3_051, frames: 0)) == whole.shownEnd)
        #expect(whole.end(of: gap(epoch: 5, 0...1)) == whole.shownEnd)
    }

    /// An epoch whose tick 0 is so many ticks after that of epoch 2, and which has ended with a frame at a tick.
    private func clock(_ epoch: Int, at ticks: Int64, endingWith last: Int64) -> EpochClock {
        EpochClock(
            camera: "c", epoch: epoch, tick: Tick(rawValue: 0), utc: Tick(rawValue: ticks).nanoseconds, uncertainty: 0,
            account: EpochAccount(
                id: "\(epoch)", cameraEpoch: epoch, ended: .inOrder, lastTick: Tick(rawValue: last),
                nominalInterval: 3_000))
    }

    @Test("Missing frames at the end of an epoch and the pause behind it have each their own time")
    func endOfEpoch() {
        let lost = gap(epoch: 2, 18_000...24_000, .spoolOverrun)
        let pause = gap(epoch: 4, 50...50, frames: 0, .cameraRestarted)
        let whole = moments(clocks: [
            clock(2, at: 0, endingWith: 24_000), clock(4, at: 47_950, endingWith: 3_050),
        ])
        #expect(whole.time(of: lost) == 9_000 && whole.end(of: lost) == 39_000)
        #expect(whole.time(of: pause) == 18_000 && whole.end(of: pause) == 39_000)
        // An epoch of which nothing is stored, and the pauses before and behind it.
        let three = moments(clocks: [
            clock(2, at: 0, endingWith: 12_000), clock(3, at: 21_000, endingWith: 9_000),
            clock(4, at: 47_950, endingWith: 3_050),
        ])
        #expect(three.time(of: gap(epoch: 3, 3_000...3_000, frames: 0, .cameraRestarted)) == 9_000)
        #expect(three.time(of: gap(epoch: 3, 3_000...9_000, .spoolOverrun)) == 15_000)
        #expect(three.time(of: pause) == 24_000)
        // Between two epochs nothing was captured only until the first frame, although it is lost like the last ones before.
        let (early, first) = (
            gap(epoch: 3, 3_000...3_000, frames: 0, .cameraRestarted), gap(epoch: 4, -5_950...(-2_950))
        )
        #expect(three.end(of: early) == 15_000)
        let before = gap(epoch: 4, -5_950...(-5_950), frames: 0, .cameraRestarted)
        #expect(whole.end(of: before) == 33_000 && whole.time(of: first) == 33_000 && whole.end(of: first) == 39_000)
        // The account of a killed camera may end before what live video brought, and clocks may be set back.
        #expect(moments(clocks: [clock(2, at: 0, endingWith: 12_000)]).time(of: pause) == 9_000)
        #expect(moments(clocks: [clock(2, at: 0, endingWith: 90_000)]).time(of: pause) == 39_000)
        // A range that ends in the pause.
        var part = MovieMoments(EpochClocks([clock(2, at: 0, endingWith: 24_000)]))
        part.add(FootagePosition(epoch: 2, tick: Tick(rawValue: 9_000)), at: 0, lasting: 3_000)
        #expect(part.time(of: pause) == 18_000 && part.end(of: pause) == 3_000)
    }

    @Test("A gap of whole fragments begins behind the last frame before it and ends with the first one behind it")
    func fragments() {
        var moments = MovieMoments(EpochClocks([]))
        for tick in [0, 3_000, 12_000, 15_000] as [Int64] {
            moments.add(FootagePosition(epoch: 1, tick: Tick(rawValue: tick)), at: tick, lasting: 3_000)
        }
        let missing = gap(epoch: 1, 3_000...12_000, frames: 2)
        #expect(moments.time(of: missing) == 6_000 && moments.end(of: missing) == 12_000)
        // Frames that are missing one by one, and those behind the last one.
        let single = gap(epoch: 1, 6_000...9_000, frames: 2)
        #expect(moments.time(of: single) == 6_000 && moments.end(of: single) == 12_000)
        #expect(moments.time(of: gap(epoch: 1, 15_000...24_000)) == 18_000)
        #expect(moments.time(of: gap(epoch: 1, 15_000...15_001, frames: 0, uncounted: true)) == 18_000)
    }

    @Test("Times count from the start of the range, also inside a frame")
    func range() {
        let part = moments(skipping: 1_000)
        #expect(part.opening == FootagePosition(epoch: 2, tick: Tick(rawValue: 12_000)))
        #expect(part.time(of: gap(epoch: 2, 16_000...17_000)) == 3_000)
        #expect(part.time(of: gap(epoch: 2, 9_000...16_000)) == -4_000)
        #expect(MovieMoments(EpochClocks([])).time(of: gap(epoch: 1, 1...2)) == 0)
    }

    @Test("A gap says what is missing and why in words")
    func titles() {
        #expect(gap(epoch: 1, 1...2, frames: 1).title == "1 frame missing: the encoder could not keep up")
        #expect(
            gap(epoch: 1, 1...2, uncounted: true, .accountLost).title
                == "3 frames missing, and some that nobody counted: the camera no longer has them; its card was replaced or its home restored"
        )
        #expect(
            gap(epoch: 1, 1...2, uncounted: true, atMost: 1, .cameraRestarted).title
                == "3 frames missing, and at most 1 that nobody counted: the camera restarted")
        #expect(
            gap(epoch: 1, 1...1, frames: 0, uncounted: true, .cameraRestarted).title
                == "Some frames missing that nobody counted: the camera restarted")
        #expect(
            gap(epoch: 1, 1...1, frames: 0, .pipelineChanged).title == "Nothing was captured: the pipeline was changed")
        #expect(
            gap(epoch: 1, 1...2, GapReason(told: "eclipse\n")).title
                == "3 frames missing: reason given by the camera: eclipse-")
    }
}
