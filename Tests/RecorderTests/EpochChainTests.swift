// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Testing
import Wire

@testable import Recorder

@Suite("What is missing between two places of a recording")
struct EpochChainTests {
    /// An epoch with 30 frames in each fragment.
    private func epoch(
        _ number: Int, fragments: Int, ended: EpochAccount.Ending = .inOrder, lost: [LostFootage] = []
    ) -> EpochChain.Epoch {
        let account = EpochAccount(
            id: "epoch-\(number)", predecessor: "epoch-\(number - 1)", cameraEpoch: number, ended: ended,
            lastSequence: fragments, lastTick: Tick(rawValue: Int64(fragments) * 90_000), captured: 30 * fragments,
            atMost: ended == .killed ? 45 : nil)
        let clock = EpochClock(
            camera: "c", epoch: number, tick: Tick(rawValue: 0), utc: Int64(number) * 1_000_000_000_000, uncertainty: 0,
            account: account)
        return EpochChain.Epoch(clock: clock, lost: lost)
    }

    private func behind(_ epoch: Int, _ sequence: Int) -> EpochChain.Place {
        EpochChain.Place(
            epoch: epoch, sequence: sequence, total: 30 * sequence, tick: Int64(sequence) * 90_000, interval: 3_000)
    }

    private func lost(_ sequences: ClosedRange<Int>, _ reason: String) -> LostFootage {
        LostFootage(
            sequences: sequences, ticks: Int64(sequences.lowerBound) * 90_000...Int64(sequences.upperBound) * 90_000,
            before: 30 * (sequences.lowerBound - 1), frames: 30 * sequences.count, reason: reason)
    }

    private func words(_ gaps: [GapDescription]) -> [String] {
        gaps.map { gap in
            let range = gap.firstSequence.map { "\($0)-\(gap.lastSequence ?? 0)" } ?? "boundary"
            let bound = gap.isUncounted == true ? " at most \(gap.atMost ?? -1)" : ""
            return "\(gap.epoch) \(range) \(gap.frames) \(gap.reason)\(bound)"
        }
    }

    @Test("Fragments that follow each other leave nothing between them")
    func adjacent() {
        let chain = EpochChain([epoch(1, fragments: 9)])
        #expect(chain.gaps(from: behind(1, 3), to: behind(1, 3), known: []).isEmpty)
    }

    @Test("What was captured before a recording that begins with a lost fragment is in the account of that fragment")
    func beginning() {
        let chain = EpochChain([epoch(1, fragments: 20, lost: [lost(4...6, "spool-failed")])])
        #expect(chain.total(at: behind(1, 3)) == 90)
        #expect(chain.total(at: behind(1, 2)) == nil)
    }

    @Test("Where an epoch's first frames are lost, the time before it ends with them, and the hole begins with them")
    func lostBeginning() {
        let first = epoch(1, fragments: 9)
        var second = epoch(2, fragments: 20)
        let place = EpochChain.Place(epoch: 2, sequence: 5, total: 150, tick: 5 * 90_000 + 1_000, interval: 3_000)
        func ticks(_ chain: EpochChain) -> [ClosedRange<Int64>] {
            chain.gaps(from: behind(1, 9), to: place, known: []).map { $0.firstTick...$0.lastTick }
        }
        second.firstTick = 1_000
        #expect(ticks(EpochChain([first, second])) == [1_000...1_000, 1_000...451_000])
        // An earlier version tells only of what it has lost.
        second.firstTick = nil
        second.lost = [lost(1...5, "spool-overrun")]
        #expect(ticks(EpochChain([first, second])) == [90_000...90_000, 90_000...5 * 90_000])
    }

    @Test("A hole begins with the frame behind the last stored one")
    func firstMissing() {
        let start = EpochChain.Place(epoch: 1, sequence: 3, total: 90, tick: 267_000, interval: 3_000)
        let end = EpochChain.Place(epoch: 1, sequence: 5, total: 150, tick: 447_000, interval: 3_000)
        let gaps = EpochChain([epoch(1, fragments: 20)]).gaps(from: start, to: end, known: [])
        #expect(gaps.map { $0.firstTick...$0.lastTick } == [270_000...447_000] && gaps.map(\.frames) == [60])
    }

    @Test("A hole has the frames that the totals differ by, and the reasons of the camera's account")
    func reasons() {
        let chain = EpochChain([
            epoch(1, fragments: 20, lost: [lost(4...6, "spool-overrun"), lost(9...9, "spool-failed")])
        ])
        let gaps = chain.gaps(from: behind(1, 2), to: behind(1, 12), known: [])
        #expect(
            words(gaps) == [
                "1 3-3 30 spool-failed", "1 4-6 90 spool-overrun", "1 7-8 60 spool-failed", "1 9-9 30 spool-failed",
                "1 10-12 90 spool-failed",
            ])
    }

    @Test("What a gap stands for already is not counted twice")
    func known() throws {
        let chain = EpochChain([epoch(1, fragments: 20, lost: [lost(4...9, "spool-overrun")])])
        var gap = Gap(
            recording: "r", epoch: 1, firstTick: Tick(rawValue: 0), lastTick: Tick(rawValue: 9), frames: 60,
            reason: .spoolDamaged)
        (gap.sequences, gap.before) = (5...6, 120)
        let gaps = chain.gaps(from: behind(1, 3), to: behind(1, 9), known: [gap])
        #expect(words(gaps) == ["1 4-4 30 spool-overrun", "1 7-9 90 spool-overrun"])
    }

    @Test("What is stored in between is no part of a gap")
    func stored() {
        let chain = EpochChain([epoch(1, fragments: 20)])
        let stored = [EpochChain.Piece(epoch: 1, sequences: 4...5, totals: 90...150)]
        let gaps = chain.gaps(from: behind(1, 2), to: behind(1, 7), known: [], stored: stored)
        #expect(words(gaps) == ["1 3-3 30 spool-failed", "1 6-7 60 spool-failed"])
    }

    @Test(
        "Of a fragment that was kept in part only the rest is missing", arguments: [(6, "1 6-6 23"), (8, "1 7-8 83")])
    func partly(last: Int, words expected: String) {
        let chain = EpochChain([epoch(1, fragments: 20)])
        let stored = [EpochChain.Piece(epoch: 1, sequences: 6...6, totals: 150...157)]
        let gaps = chain.gaps(from: behind(1, 5), to: behind(1, last), known: [], stored: stored)
        #expect(words(gaps) == [expected + " spool-failed"])
    }

    @Test("What live video cut at other places than the camera leaves a gap in front of it")
    func otherCut() {
        let chain = EpochChain([epoch(1, fragments: 20, lost: [lost(6...8, "spool-failed")])])
        let stored = [
            EpochChain.Piece(epoch: 1, sequences: 6...6, totals: 153...183),
            EpochChain.Piece(epoch: 1, sequences: 7...7, totals: 183...213),
        ]
        let gaps = chain.gaps(from: behind(1, 5), to: behind(1, 9), known: [], stored: stored)
        #expect(words(gaps) == ["1 6-6 3 spool-failed", "1 8-8 27 spool-failed", "1 9-9 30 spool-failed"])
        #expect(gaps.map(\.before) == [150, 213, 240])
    }

    @Test("Of fragments that are told one by one, each frame is missing once, wherever live video cut them")
    func otherCuts() {
        // The camera cut at 150, 180, 210 and 240.
        let stored = [
            EpochChain.Piece(epoch: 1, sequences: 6...6, totals: 153...183),
            EpochChain.Piece(epoch: 1, sequences: 7...7, totals: 183...213),
        ]
        let chain = EpochChain([epoch(1, fragments: 20, lost: [lost(6...8, "spool-failed")])])
        let told = (6...8).flatMap { sequence in
            var gap = GapDescription(
                epoch: 1, firstTick: Int64(sequence) * 90_000, lastTick: Int64(sequence) * 90_000 + 87_000, frames: 30,
                reason: "spool-failed")
            (gap.firstSequence, gap.lastSequence, gap.before) = (sequence, sequence, sequence * 30 - 30)
            return gap.without(stored)
        }
        let found = (6...8).flatMap { sequence in
            chain.gaps(from: behind(1, sequence - 1), to: behind(1, sequence), known: [], stored: stored)
        }
        for gaps in [told, found] {
            #expect(words(gaps) == ["1 6-6 3 spool-failed", "1 8-8 27 spool-failed"])
            #expect(gaps.map(\.before) == [150, 213])
        }
        // Frames of the seventh are all kept as the sixth: its number is told.
        let whole = [EpochChain.Piece(epoch: 1, sequences: 6...6, totals: 150...210)]
        let seventh = chain.gaps(from: behind(1, 6), to: behind(1, 7), known: [], stored: whole)
        #expect(words(seventh) == ["1 7-7 0 spool-failed"])
    }

    @Test("Two gaps never have the same ticks, although their range is one", arguments: [true, false])
    func ticks(isNamed: Bool) {
        var whole = lost(3...10, "spool-overrun")
        // A range whose times the camera does not know.
        whole.lastTick = whole.firstTick
        let chain = EpochChain([epoch(1, fragments: 20, lost: isNamed ? [whole] : [])])
        let stored = [
            EpochChain.Piece(epoch: 1, sequences: 5...5, totals: 120...150),
            EpochChain.Piece(epoch: 1, sequences: 7...7, totals: 180...210),
        ]
        let gaps = chain.gaps(from: behind(1, 2), to: behind(1, 10), known: [], stored: stored)
        #expect(gaps.map(\.frames) == [60, 30, 90])
        #expect(Set(gaps.map { [$0.firstTick, $0.lastTick] }).count == 3)
    }

    @Test(
        "Frames that live video brought lie in no gap, although they are more than the fragment that they are kept as")
    func longPiece() {
        let chain = EpochChain([
            epoch(1, fragments: 9, ended: .killed, lost: [lost(4...7, "spool-failed"), lost(8...9, "spool-overrun")]),
            epoch(2, fragments: 9),
        ])
        let stored = [EpochChain.Piece(epoch: 1, sequences: 6...6, totals: 150...220)]
        let gaps = chain.gaps(from: behind(1, 5), to: behind(2, 0), known: [], stored: stored)
        #expect(gaps.filter { $0.epoch == 1 && $0.frames > 0 }.map { [$0.before ?? 0, $0.frames] } == [[220, 50]])
    }

    @Test("What is missing in front of frames that only live video brought is missing, although the camera forgot it")
    func beyondAccount() {
        let chain = EpochChain([epoch(1, fragments: 2, ended: .killed), epoch(2, fragments: 9)])
        let stored = [EpochChain.Piece(epoch: 1, sequences: 4...4, totals: 90...97)]
        let gaps = chain.gaps(from: behind(1, 2), to: behind(2, 0), known: [], stored: stored)
        #expect(words(gaps) == ["1 3-3 30 camera-restarted", "2 boundary 0 camera-restarted at most 8"])
    }

    @Test("The time between two epochs is noted once, and once more when it is known that frames were lost in it")
    func boundaryOnce() {
        var boundary = Gap(
            recording: "r", epoch: 2, firstTick: Tick(rawValue: 1), lastTick: Tick(rawValue: 1), frames: 0,
            reason: .cameraRestarted)
        func gaps(_ ended: EpochAccount.Ending) -> [String] {
            let chain = EpochChain([epoch(1, fragments: 5, ended: ended), epoch(2, fragments: 3)])
            return words(chain.gaps(from: behind(1, 5), to: behind(2, 0), known: [boundary]))
        }
        #expect(gaps(.inOrder).isEmpty)
        #expect(gaps(.killed) == ["2 boundary 0 camera-restarted at most 45"])
        boundary.isUncounted = true
        #expect(gaps(.killed).isEmpty)
    }

    @Test("Two known gaps of one fragment cover it, and are not told again")
    func parts() {
        func known(_ sequence: Int, _ before: Int, _ frames: Int) -> Gap {
            var gap = Gap(
                recording: "r", epoch: 1, firstTick: Tick(rawValue: Int64(before) * 3_000),
                lastTick: Tick(rawValue: Int64(before + frames) * 3_000), frames: frames, reason: .spoolFailed)
            (gap.sequences, gap.before) = (sequence...sequence, before)
            return gap
        }
        let chain = EpochChain([epoch(1, fragments: 9)])
        let gaps = chain.gaps(
            from: behind(1, 2), to: behind(1, 5), known: [known(3, 60, 10), known(3, 70, 20), known(4, 90, 30)])
        #expect(words(gaps) == ["1 5-5 30 spool-failed"])
    }

    @Test("The tail of an epoch, whole epochs and the head of the next are named, and so is who was killed")
    func epochs() {
        let chain = EpochChain([
            epoch(1, fragments: 5, lost: [lost(4...5, "spool-overrun")]),
            epoch(2, fragments: 3, ended: .killed, lost: [lost(1...3, "spool-overrun")]),
            epoch(3, fragments: 9, ended: .running, lost: [lost(1...1, "spool-overrun")]),
        ])
        let gaps = chain.gaps(from: behind(1, 3), to: behind(3, 1), known: [])
        #expect(
            words(gaps) == [
                "1 4-5 60 spool-overrun", "2 boundary 0 camera-restarted", "2 1-3 90 spool-overrun",
                "3 boundary 0 camera-restarted at most 45", "3 1-1 30 spool-overrun",
            ])
    }

    @Test("An epoch that the camera has forgotten is lost, and nobody knows how much there was")
    func forgotten() {
        let chain = EpochChain([epoch(1, fragments: 5, ended: .lost), epoch(2, fragments: 3)])
        let gaps = chain.gaps(from: behind(1, 4), to: behind(2, 0), known: [])
        #expect(words(gaps) == ["1 5-5 30 account-lost", "2 boundary 0 account-lost at most -1"])
    }

    @Test("Of an epoch that is given up, what was not fetched was never received")
    func givenUp() {
        var epochs = [epoch(1, fragments: 5, ended: .lost), epoch(2, fragments: 3, ended: .lost)]
        epochs = epochs.map { EpochChain.Epoch(clock: $0.clock, isGivenUp: true) }
        let chain = EpochChain(epochs)
        let gaps = chain.gaps(from: behind(1, 4), to: behind(2, 0), known: [])
        #expect(words(gaps) == ["1 5-5 30 never-received", "2 boundary 0 never-received at most -1"])
        let end = chain.uncounted(behind: RecordingEdge(after: FragmentID(epoch: 2, sequence: 3)))
        #expect(end?.reason == "never-received" && end?.isUncounted == true)
        // The account is that of the last connection; what came live since is stored.
        var stored = behind(2, 3)
        stored.tick = 9_000_000
        let later = chain.uncounted(
            behind: RecordingEdge(after: FragmentID(epoch: 2, sequence: 3)), stored: stored)
        #expect(later?.firstTick == 9_000_000 && later?.lastTick == 9_000_001)
        stored.tick = 0
        let counted = chain.uncounted(
            behind: RecordingEdge(after: FragmentID(epoch: 2, sequence: 3)), stored: stored)
        #expect(counted?.firstTick == end?.firstTick)
    }

    @Test("No more can be lost of a forgotten epoch than fits in front of the next frame")
    func bounded() {
        let chain = EpochChain([epoch(1, fragments: 5, ended: .lost), epoch(2, fragments: 3)])
        var next = behind(2, 0)
        next.tick = 90_000
        let gaps = chain.gaps(from: behind(1, 5), to: next, known: [])
        // The zeros of the two clocks are 1,000 s apart, 5 s of the first epoch are known, and the next begins at 1 s.
        #expect(words(gaps) == ["2 boundary 0 account-lost at most \(996 * 30)"])
        // Three seconds more are stored than were counted.
        let stored = chain.gaps(from: behind(1, 8), to: next, known: [])
        #expect(words(stored) == ["2 boundary 0 account-lost at most \(993 * 30)"])
    }

    @Test("What this recorder had acknowledged was lost by it")
    func acknowledged() {
        var chain = EpochChain([epoch(1, fragments: 9, lost: [lost(2...7, LostFootage.trimmed)])])
        chain.acknowledged = FragmentID(epoch: 1, sequence: 7)
        #expect(words(chain.gaps(from: behind(1, 1), to: behind(1, 7), known: [])) == ["1 2-7 180 lost-by-recorder"])
        chain.acknowledged = nil
        #expect(words(chain.gaps(from: behind(1, 1), to: behind(1, 7), known: [])) == ["1 2-7 180 spool-overrun"])
        // What the camera could not keep was acknowledged because there was nothing to wait for.
        chain = EpochChain([epoch(1, fragments: 9, lost: [lost(2...7, "spool-failed")])])
        chain.acknowledged = FragmentID(epoch: 1, sequence: 7)
        #expect(words(chain.gaps(from: behind(1, 1), to: behind(1, 7), known: [])) == ["1 2-7 180 spool-failed"])
    }

    @Test("A recording whose end is within lost footage ends with that, because only its whole is counted")
    func endWithinLoss() {
        let chain = EpochChain([epoch(1, fragments: 9, lost: [lost(2...7, LostFootage.trimmed)])])
        func end(_ sequence: Int, _ total: Int? = nil) -> RecordingEdge {
            RecordingEdge(after: FragmentID(epoch: 1, sequence: sequence), total: total)
        }
        #expect(chain.counted(end(4)) == end(7, 210) && chain.counted(end(7)) == end(7, 210))
        #expect(chain.counted(end(4, 120)) == end(4, 120) && chain.counted(end(8)) == end(8))
    }

    @Test("What was not counted at the beginning of a recording that was settled is the rest that was not received")
    func settledUncounted() {
        var chain = EpochChain([epoch(1, fragments: 5)])
        chain.unnamed = .neverReceived
        var begin = behind(1, 1)
        begin.total = nil
        #expect(chain.gaps(from: begin, to: behind(1, 5), known: []).map(\.reason) == ["never-received"])
    }

    @Test("In front of a recording that begins with the next epoch nothing is missing")
    func nextEpoch() {
        let chain = EpochChain([epoch(1, fragments: 5, ended: .killed), epoch(2, fragments: 3)])
        let begin = EpochChain.Place(
            RecordingEdge(after: FragmentID(epoch: 1, sequence: RecordingEdge.endOfEpoch), total: nil))
        #expect(chain.gaps(from: begin, to: behind(2, 0), known: []).isEmpty)
        #expect(words(chain.gaps(from: begin, to: behind(2, 2), known: [])) == ["2 1-2 60 spool-failed"])
    }
}
