// SPDX-License-Identifier: Apache-2.0
import Media
import Testing
import Wire

@testable import Camera

@Suite("The watch for frames")
struct FrameWatchTests {
    private let start = ContinuousClock.now
    private let interval = Duration.seconds(7)

    private func running(framesEvery seconds: Int64) -> CaptureState {
        var state = CaptureState(pipeline: "p")
        (state.phase, state.nominalInterval) = (.running, seconds * Tick.perSecond)
        return state
    }

    /// The verdict of the watch at each look, given the number of frames at that time.
    private func verdicts(_ state: CaptureState?, _ frames: [Int]) -> [Bool] {
        var watch = FrameWatch()
        return frames.enumerated().map { look, frames in
            watch.isAlive(state, frames: frames, at: start + interval * look, interval: interval)
        }
    }

    @Test("gives up a camera that has given no frame since the last look")
    func stalled() {
        #expect(verdicts(running(framesEvery: 0), [30, 240, 240, 240, 450]) == [true, true, false, false, true])
    }

    @Test("leaves a camera alone that gives a picture a minute, for ten of its intervals")
    func slow() {
        let minute = running(framesEvery: 60)
        #expect(verdicts(minute, Array(repeating: 1, count: 86)).allSatisfy { $0 })
        #expect(verdicts(minute, Array(repeating: 1, count: 87)).last == false)
    }

    @Test("asks nothing of a capture that does not run, and begins anew afterwards")
    func stopped() {
        var failed = running(framesEvery: 0)
        failed.phase = .failed
        #expect(verdicts(failed, [30, 30, 30]) == [true, true, true])
        #expect(verdicts(nil, [0, 0, 0]) == [true, true, true])
        var watch = FrameWatch()
        _ = watch.isAlive(running(framesEvery: 0), frames: 30, at: start, interval: interval)
        _ = watch.isAlive(failed, frames: 30, at: start + interval, interval: interval)
        let isAlive = watch.isAlive(running(framesEvery: 0), frames: 30, at: start + interval * 2, interval: interval)
        #expect(isAlive)
    }
}
