// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Testing
import Wire

@testable import Recorder

@Suite("The moment of a stop while the camera is away")
struct StopMomentTests {
    /// Tick 0 is a second after 1970.
    private func clock(_ epoch: Int, stepped nanoseconds: Int64 = 0) -> EpochClock {
        EpochClock(
            camera: "c", epoch: epoch, tick: Tick(rawValue: 0), utc: 1_000_000_000 + nanoseconds, uncertainty: 0)
    }

    private func position(_ epoch: Int, _ seconds: Double) -> FootagePosition {
        FootagePosition(epoch: epoch, tick: seconds.ticks)
    }

    private func moment(_ seconds: Double, reached: FootagePosition? = nil) -> StopMoment {
        StopMoment(tick: seconds.ticks, utc: Int64((1 + seconds) * 1e9), reached: reached)
    }

    @Test("divides an epoch whose clock is right")
    func plain() {
        #expect(!moment(60).isBefore(position(1, 59), clock(1)))
        #expect(!moment(60).isBefore(position(1, 60), clock(1)))
        #expect(moment(60).isBefore(position(1, 61), clock(1)))
    }

    @Test("leaves out nothing that was captured before it, although UTC stepped between two epochs")
    func stepped() {
        for hour: Int64 in [-3_600_000_000_000, 3_600_000_000_000] {
            #expect(!moment(60).isBefore(position(1, 59), clock(1, stepped: hour)))
        }
    }

    @Test("leaves out nothing of an earlier boot that UTC puts before it")
    func booted() {
        // The machine has run for a minute, and the stop was an hour before that.
        let stop = moment(-3_600)
        let old = clock(1, stepped: -10_000 * 1_000_000_000)
        #expect(!stop.isBefore(position(1, 6_000), old))
        #expect(stop.isBefore(position(1, 9_000), old))
        #expect(stop.isBefore(position(2, 10), clock(2)))
    }

    @Test(
        "leaves out nothing up to what was heard of, although the camera has slept since, and time seems to be shorter there"
    )
    func slept() {
        // It was heard of at 100 s and stopped at 110 s; then the camera slept for a minute.
        let stop = moment(50, reached: position(2, 110))
        #expect(!stop.isBefore(position(2, 110), clock(2)))
        #expect(!stop.isBefore(position(1, 500), clock(1)))
        #expect(stop.isBefore(position(2, 111), clock(2)))
        #expect(moment(50).isBefore(position(2, 110), clock(2)))
    }

    @Test("bounds what a killed camera may have captured before it, by the clock that allows most")
    func bound() {
        func most(_ moment: StopMoment) -> Int { moment.frames(behind: 58.0.ticks, in: clock(1), interval: 3_000) }
        #expect(most(moment(60)) == 61)
        #expect(most(moment(50)) == 1)
        #expect(most(moment(50, reached: position(1, 59))) == 31)
        #expect(most(moment(50, reached: position(2, 59))) == 1)
        #expect(
            moment(60).frames(behind: 58.0.ticks, in: clock(1, stepped: -3_600_000_000_000), interval: 3_000) > 100_000)
    }

    /// An epoch of 30 frames a second between two seconds, in fragments of one second that the spool has deleted.
    private func lostEpoch(_ number: Int, _ seconds: ClosedRange<Int>, lost: ClosedRange<Int>) -> EpochChain.Epoch {
        let count = seconds.count - 1
        let account = EpochAccount(
            id: "\(number)", cameraEpoch: number, ended: .inOrder, lastSequence: count,
            lastTick: Double(seconds.upperBound).ticks, captured: 30 * count)
        var clock = clock(number)
        clock.account = account
        let first = Double(seconds.lowerBound + lost.lowerBound - 1).ticks
        let last = Double(seconds.lowerBound + lost.upperBound).ticks
        let footage = LostFootage(
            sequences: lost, ticks: first.rawValue...last.rawValue, before: 30 * (lost.lowerBound - 1),
            frames: 30 * lost.count, reason: LostFootage.trimmed)
        return EpochChain.Epoch(clock: clock, lost: [footage])
    }

    private func announcement(epoch: Int, sequence: Int, at seconds: Double) -> FragmentAnnouncement {
        FragmentAnnouncement(
            epoch: epoch, sequence: sequence, segment: 1, base: 0, initDigest: "", codec: "h264", width: 64, height: 48,
            firstTick: seconds.ticks.rawValue, lastTick: (seconds + 1).ticks.rawValue, nominalInterval: 3_000,
            frames: 30, bytes: 1, sha256: "", isSync: true, captured: 30, spooled: true, gaps: [])
    }

    @Test("ends a recording behind the epoch in which it was stopped, although the spool has deleted all of that epoch")
    func deletedEpoch() {
        let chain = EpochChain([lostEpoch(1, 0...20, lost: 1...20), lostEpoch(2, 30...70, lost: 1...40)])
        let next = announcement(epoch: 3, sequence: 1, at: 80)
        let previous = EpochChain.Place(epoch: 1, sequence: 20, total: 600)
        func end(_ seconds: Double) -> FragmentID {
            chain.edge(at: moment(seconds), before: next, behind: previous).after
        }
        #expect(end(60) == FragmentID(epoch: 2, sequence: RecordingEdge.endOfEpoch))
        #expect(end(25) == FragmentID(epoch: 1, sequence: RecordingEdge.endOfEpoch))
    }

    @Test("ends a recording within the epoch in which it was stopped, although the spool has deleted its beginning")
    func deletedBeginning() {
        let chain = EpochChain([lostEpoch(1, 0...20, lost: 1...20), lostEpoch(2, 30...70, lost: 1...5)])
        var next = announcement(epoch: 2, sequence: 6, at: 35)
        next.total = 180
        let previous = EpochChain.Place(epoch: 1, sequence: 20, total: 600)
        let end = chain.edge(at: moment(33), before: next, behind: previous)
        #expect(end.after == FragmentID(epoch: 2, sequence: 5))
        #expect(end.total == 150)
    }
}

extension Double {
    /// A number of seconds as a tick.
    fileprivate var ticks: Tick { Tick(nanoseconds: Int64(self * 1e9)) }
}
