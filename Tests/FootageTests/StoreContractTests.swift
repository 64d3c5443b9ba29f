// SPDX-License-Identifier: Apache-2.0

import FootageSupport
import Media
import MediaSamples
import SystemPackage
import TestSupport
import Testing

@testable import Footage

/// The behaviour that a camera and a recorder need of each store.
@Suite("The contract of a store", .timeLimit(.minutes(2)))
struct StoreContractTests {
    /// The stores under test.
    enum Kind: CaseIterable, Sendable {
        case files, memory, slow
    }

    private let id = StoreFixture.recording.id

    private func withStore(
        _ kind: Kind, fragments: Int = 8, perSegment: Int = 2,
        _ body: (any FootageArchive, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try StoreFixture(fragments: fragments, perSegment: perSegment)
        try await withScratch { directory in
            let store: any FootageArchive =
                switch kind {
                case .files: try await FootageStore(directory: directory)
                case .memory: MemoryStore()
                case .slow:
                    UnreliableStore(try await FootageStore(directory: directory), delay: .milliseconds(20))
                }
            try await store.open(StoreFixture.recording)
            try await body(store, fixture)
            try await store.close()
            await #expect(throws: (any Error).self) { _ = try await store.recordings() }
            await #expect(throws: (any Error).self) { _ = try await store.append(fixture.entry(1)) }
        }
    }

    @Test("What was appended is read as it was, in the order of capture, page by page", arguments: Kind.allCases)
    func reading(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            for sequence in [3, 4, 1] { _ = try await store.append(fixture.entry(sequence)) }
            let batch = try await store.append([5, 6, 2].map { fixture.entry($0) }, gaps: [])
            #expect(batch.map(\.id.sequence) == [5, 6, 2])
            let all = try await store.fragments(recording: id)
            #expect(all.map(\.id.sequence) == Array(1...6))
            for fragment in all {
                let made = fixture.closed[fragment.id.sequence - 1].fragment
                #expect(try await store.checkedBytes(of: fragment) == made.bytes)
                #expect(try await store.fragment(recording: id, fragment.id) == fragment)
                #expect((fragment.frames, fragment.firstTick) == (made.frames, made.firstTick))
                let frame = try await store.frame(of: fragment, at: nil)
                #expect(frame.unit.isSync == fragment.isSync)
            }
            #expect(try await store.samples(of: all).map(\.count) == all.map(\.frames))
            let page = try await store.fragments(recording: id, after: all[1].id, limit: 3)
            #expect(page == Array(all[2...4]))
            #expect(try await store.marks(recording: id, after: all[1].id, limit: 3) == page.map(\.mark))
            #expect(try await store.fragments(recording: id, epoch: 1, sequences: 2...3) == Array(all[1...2]))
            #expect(try await store.fragments(recording: id, epoch: 2, sequences: 2...3).isEmpty)
            let format = try await store.initSegment(all[0].segment.format)
            #expect(format == fixture.entry(1).format.bytes)
            #expect(try await store.fragment(recording: id, FragmentID(epoch: 1, sequence: 7)) == nil)
        }
    }

    @Test("The same fragment again changes nothing; other bytes of its name are refused", arguments: Kind.allCases)
    func again(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            let first = try await store.append(fixture.entry(1))
            #expect(try await store.append(fixture.entry(1)) == first)
            _ = try await store.append([fixture.entry(1), fixture.entry(2)], gaps: [])
            #expect(try await store.fragments(recording: id).count == 2)
            let other = try fixture.other(2, like: 3)
            await #expect(throws: FootageError.conflict(recording: id, epoch: 1, sequence: 2)) {
                _ = try await store.append(other)
            }
            // All or none: neither the fragment before the wrong one nor the gap is stored.
            let gap = Gap(
                recording: id, epoch: 1, firstTick: Tick(rawValue: 1), lastTick: Tick(rawValue: 2), frames: 1,
                reason: .notEncoded)
            await #expect(throws: FootageError.self) {
                _ = try await store.append([fixture.entry(3), other], gaps: [gap])
            }
            #expect(try await store.fragments(recording: id).map(\.id.sequence) == [1, 2])
            #expect(try await store.gaps(recording: id).isEmpty)
            await #expect(throws: FootageError.self) {
                _ = try await store.append(fixture.entry(3, recording: "unknown"))
            }
        }
    }

    @Test("What was never announced stays alone and gives way", arguments: Kind.allCases)
    func unconfirmed(kind: Kind) async throws {
        try await withStore(kind, perSegment: 60) { store, fixture in
            _ = try await store.append([fixture.entry(1), fixture.entry(2)], gaps: [])
            _ = try await store.append(try fixture.unconfirmed(3, like: 4))
            _ = try await store.append(fixture.entry(4))
            #expect(try await store.unconfirmed(recording: id).map(\.id.sequence) == [3])
            #expect(try await store.runs(recording: id).map { [$0.first, $0.last] } == [[1, 2], [4, 4]])
            #expect(try await store.stretches(recording: id).map(\.source) == [.live, .unconfirmed, .live])
            let batch = try await store.append([fixture.entry(3), fixture.entry(5)], gaps: [])
            #expect(batch.map(\.source) == [.live, .live])
            #expect(try await store.unconfirmed(recording: id).isEmpty)
            #expect(try await store.runs(recording: id).map { [$0.first, $0.last] } == [[1, 5]])
            #expect(try await store.summary(recording: id)?.unconfirmed == 0)
            let stays = try await store.append(try fixture.unconfirmed(5, like: 6))
            #expect(stays.digest == batch[1].digest)
            // All or none: unconfirmed footage stays too if a later entry is refused.
            _ = try await store.append(try fixture.unconfirmed(6, like: 7))
            let other = try fixture.other(5, like: 3)
            await #expect(throws: FootageError.self) {
                _ = try await store.append([fixture.entry(6), other], gaps: [])
            }
            #expect(try await store.unconfirmed(recording: id).map(\.id.sequence) == [6])
        }
    }

    @Test("What was fetched later is a stretch of its own, also within a segment", arguments: Kind.allCases)
    func stretches(kind: Kind) async throws {
        try await withStore(kind, perSegment: 60) { store, fixture in
            for sequence in 1...6 {
                _ = try await store.append(
                    fixture.entry(sequence, source: [3, 4].contains(sequence) ? .backfill : .live))
            }
            let stretches = try await store.stretches(recording: id)
            #expect(stretches.map(\.source) == [.live, .backfill, .live])
            #expect(stretches.map(\.frames) == [60, 60, 60])
            let all = try await store.fragments(recording: id)
            #expect(stretches.map(\.firstTick) == [0, 2, 4].map { all[$0].firstTick })
            #expect(stretches.map(\.lastTick) == [1, 3, 5].map { all[$0].lastTick })
        }
    }

    @Test("Gaps are there once, in order, and go when their fragment comes", arguments: Kind.allCases)
    func gaps(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            let ticks = fixture.closed.map(\.fragment.firstTick)
            func gap(_ from: Int, _ to: Int, _ frames: Int) -> Gap {
                Gap(
                    recording: id, epoch: 1, firstTick: ticks[from - 1], lastTick: ticks[to - 1], frames: frames,
                    reason: .spoolOverrun)
            }
            try await store.add([gap(3, 4, 60), gap(1, 2, 7)])
            try await store.add(gap(1, 2, 8))
            #expect(try await store.gaps(recording: id).map(\.frames) == [8, 60])
            var range = gap(5, 7, 90)
            (range.sequences, range.before) = (5...7, 120)
            _ = try await store.append([fixture.entry(1, total: 30)], gaps: [range])
            #expect(try await store.gaps(recording: id).count == 3)
            _ = try await store.append(fixture.entry(6, total: 180))
            let left = try await store.gaps(recording: id).filter { $0.before != nil }
            #expect(left.map(\.sequences) == [5...5, 7...7])
            #expect(left.map(\.frames) == [30, 30])
            _ = try await store.append([fixture.entry(5, total: 150), fixture.entry(7, total: 210)], gaps: [])
            #expect(try await store.gaps(recording: id).map(\.frames) == [8, 60])
        }
    }

    @Test("Gaps of other fragments stay apart, even of one moment and for one reason", arguments: Kind.allCases)
    func gapsOfOneMoment(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            let tick = fixture.closed[1].fragment.firstTick
            func gap(_ sequence: Int, _ frames: Int) -> Gap {
                var gap = Gap(
                    recording: id, epoch: 1, firstTick: tick, lastTick: tick, frames: frames, reason: .spoolFailed)
                (gap.sequences, gap.before) = (sequence...sequence, 0)
                return gap
            }
            for _ in 0..<2 { try await store.add([gap(1, 2), gap(2, 1), gap(3, 4)]) }
            #expect(try await store.gaps(recording: id).map(\.frames).sorted() == [1, 2, 4])
            try await store.add(gap(2, 5))
            #expect(try await store.gaps(recording: id).map(\.frames).sorted() == [2, 4, 5])
            let boundary = Gap(
                recording: id, epoch: 1, firstTick: tick, lastTick: tick, frames: 0, reason: .spoolFailed)
            for _ in 0..<2 { try await store.add(boundary) }
            #expect(try await store.gaps(recording: id).map(\.frames) == [0, 2, 5, 4])
            #expect(try await store.gaps(recording: id).filter(\.isBetweenEpochs).count == 1)
        }
    }

    @Test("States change by single statements, and a lock is nobody else's business", arguments: Kind.allCases)
    func states(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            let own = StoreFixture.recording
            let reached = FootagePosition(epoch: 1, tick: Tick(rawValue: 7))
            let stop = RecordingStop(reached: reached, boot: "boot", monotonic: 5)
            try await store.set(stop, of: id)
            #expect(try await store.setState(.stopping, recording: id, from: [.recording]))
            try await store.set(RecordingStop(reached: nil, boot: "other", monotonic: 9), of: id)
            #expect(try await store.recording(id)?.stop == stop)
            #expect(try await !store.setState(.stopping, recording: id, from: [.recording]))
            #expect(try await store.setLocked(true, recording: id))
            #expect(try await !store.setLocked(true, recording: "unknown"))
            try await store.update(own)
            #expect(try await store.recording(id)?.isLocked == true)
            #expect(try await store.recording(id)?.state == .recording)
            let edge = RecordingEdge(after: FragmentID(epoch: 1, sequence: 0))
            try await store.begin(recording: id, at: edge)
            try await store.begin(recording: id, at: RecordingEdge(after: edge.after, total: 4))
            try await store.begin(recording: id, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 2), total: 9))
            #expect(try await store.recording(id)?.begin == RecordingEdge(after: edge.after, total: 4))
            let moved = RecordingEdge(after: FragmentID(epoch: 1, sequence: 1), total: 30)
            try await store.begin(recording: id, at: moved, insteadOf: moved)
            #expect(try await store.recording(id)?.begin?.total == 4)
            try await store.begin(recording: id, at: moved, insteadOf: edge)
            try await store.end(recording: id, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 3)))
            _ = try await store.append(fixture.entry(2))
            #expect(try await store.stop(recording: id, at: 77))
            #expect(try await !store.stop(recording: id, at: 78))
            let stopped = try #require(try await store.recording(id))
            #expect(
                (stopped.state, stopped.stoppedAt, stopped.begin, stopped.end?.after.sequence) == (
                    .stopped, 77, moved, 3
                ))
            #expect(try await store.segments(recording: id).allSatisfy(\.isClosed))
            let stranger = Recording(id: id, camera: "other", cameraName: "", transport: "", startedAt: 1)
            await #expect(throws: FootageError.self) { try await store.open(stranger) }
            await #expect(throws: FootageError.self) { try await store.update(stranger) }
            await #expect(throws: FootageError.self) {
                try await store.open(
                    Recording(id: "../x", camera: "other", cameraName: "", transport: "", startedAt: 1))
            }
            await #expect(throws: FootageError.self) { try await store.delete(recording: "unknown") }
            try await store.delete(recording: id)
            #expect(try await store.recordings().isEmpty)
            #expect(try await store.fragments(recording: id).isEmpty)
        }
    }

    @Test("Comparisons of clocks are kept as long as footage of their epochs or later ones", arguments: Kind.allCases)
    func comparisons(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            func comparison(_ epoch: Int, _ tick: Int64, utc: Int64 = 5, of camera: String = "node") -> ClockComparison
            {
                ClockComparison(
                    camera: camera, epoch: epoch, tick: Tick(rawValue: tick), utc: utc, uncertainty: 1)
            }
            for one in [comparison(2, 7), comparison(0, 9), comparison(2, 3), comparison(0, 1, of: "other")] {
                try await store.add(one)
            }
            try await store.add(comparison(2, 7, utc: 6))
            #expect(
                try await store.comparisons(camera: "node", epochs: 0...2)
                    == [comparison(0, 9), comparison(2, 3), comparison(2, 7, utc: 6)])
            #expect(try await store.comparisons(camera: "node", epochs: 0...1) == [comparison(0, 9)])
            // The footage is of epoch 1: what came before is gone with the next comparison.
            _ = try await store.append(fixture.entry(1))
            try await store.add(comparison(1, 5))
            #expect(
                try await store.comparisons(camera: "node", epochs: 0...9)
                    == [comparison(1, 5), comparison(2, 3), comparison(2, 7, utc: 6)])
            #expect(try await store.comparisons(camera: "other", epochs: 0...9).count == 1)
        }
    }

    @Test("Epochs are kept by camera and number; what is empty goes", arguments: Kind.allCases)
    func epochs(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            func clock(_ epoch: Int, utc: Int64 = 5) -> EpochClock {
                EpochClock(
                    camera: "node", epoch: epoch, tick: Tick(rawValue: 0), utc: utc, uncertainty: 1,
                    account: EpochAccount(
                        id: "e\(epoch)", predecessor: nil, cameraEpoch: epoch, nominalInterval: 3_000,
                        device: CaptureDevice(make: epoch == 1 ? nil : "M", model: "é", orientation: .clockwise))
                )
            }
            try await store.set([clock(2), clock(1), clock(3)])
            try await store.set(clock(2, utc: 6))
            #expect(try await store.clocks(camera: "node") == [clock(1), clock(2, utc: 6), clock(3)])
            try await store.silence(camera: "node")
            #expect(try await store.clocks(camera: "node").allSatisfy { $0.account?.ended == .unheard })
            _ = try await store.append(fixture.entry(1))
            try await store.open(Recording(id: "rec-2", camera: "node", cameraName: "", transport: "", startedAt: 2))
            try await store.open(Recording(id: "rec-10", camera: "node", cameraName: "", transport: "", startedAt: 3))
            try await store.endRecordings(of: "node", before: "rec-10", epoch: 3, at: 50)
            #expect(try await store.recordings().map(\.id) == [id, "rec-10"])
            #expect(try await store.recordings().map(\.state) == [.stopped, .recording])
            #expect(try await store.clocks(camera: "node").map(\.epoch) == [1, 3])
        }
    }

    @Test(
        "The oldest closed segments go, none that is held or locked, and the beginning moves", arguments: Kind.allCases)
    func trimming(kind: Kind) async throws {
        try await withStore(kind, fragments: 10) { store, fixture in
            try await store.begin(
                recording: id, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
            _ = try await store.append((1...10).map { fixture.entry($0, total: 30 * $0) }, gaps: [])
            let heard = Heard()
            let held = FragmentID(epoch: 1, sequence: 5)
            let gone = try await store.trim(TrimPolicy(camera: "node", maximumBytes: 0, heldFrom: held)) {
                await heard.hear($0)
            }
            #expect(gone.map(\.last.sequence) == [2, 4])
            #expect(gone.map(\.total) == [60, 120])
            #expect(await heard.all == gone)
            #expect(
                try await store.recording(id)?.begin
                    == RecordingEdge(after: FragmentID(epoch: 1, sequence: 4), total: 120))
            #expect(try await store.setLocked(true, recording: id))
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0)).isEmpty)
            #expect(try await store.setLocked(false, recording: id))
            #expect(try await store.trim(TrimPolicy(camera: "other", maximumBytes: 0)).isEmpty)
            #expect(try await store.trim(TrimPolicy(sparedTicks: 3 * Tick.perSecond)).map(\.last.sequence) == [6])
            #expect(try await store.stop(recording: id, at: 5))
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0)).map(\.last.sequence) == [8, 10])
            #expect(try await store.recordings().isEmpty)
        }
    }

    @Test(
        "Late footage and gaps from before the place up to which a trim deleted are left out", arguments: Kind.allCases)
    func lateBehindTrim(kind: Kind) async throws {
        try await withStore(kind) { store, fixture in
            func edge(_ sequence: Int) -> RecordingEdge {
                RecordingEdge(after: FragmentID(epoch: 1, sequence: sequence), total: 30 * sequence)
            }
            func gap(_ sequences: ClosedRange<Int>) -> Gap {
                let ticks = sequences.map { fixture.closed[$0 - 1].fragment.firstTick }
                var gap = Gap(
                    recording: id, epoch: 1, firstTick: ticks[0], lastTick: ticks[ticks.count - 1],
                    frames: 30 * sequences.count, reason: .spoolOverrun)
                (gap.sequences, gap.before) = (sequences, 30 * (sequences.lowerBound - 1))
                return gap
            }
            try await store.begin(recording: id, at: edge(0))
            _ = try await store.append([1, 2, 7, 8].map { fixture.entry($0, total: 30 * $0) }, gaps: [gap(3...6)])
            #expect(try await store.trim(TrimPolicy(maximumBytes: 0)).map(\.last.sequence) == [2])
            #expect(try await store.recording(id)?.begin == edge(6))
            let late = try await store.append(
                [3, 4].map { fixture.entry($0, total: 30 * $0, source: .backfill) }, gaps: [])
            #expect(late.isEmpty)
            try await store.add([gap(5...6)])
            #expect(try await store.fragments(recording: id).map(\.id.sequence) == [7, 8])
            #expect(try await store.gaps(recording: id).isEmpty)
            if kind != .memory { #expect(try await store.verify(recording: id).holds) }
        }
    }

    @Test("A movie of a range is the same wherever its fragments are")
    func movies() async throws {
        var tags: [String] = []
        var digests: [Digest] = []
        for kind in Kind.allCases {
            try await withStore(kind) { store, fixture in
                _ = try await store.append((1...8).map { fixture.entry($0) }, gaps: [])
                let from = FootagePosition(epoch: 1, tick: fixture.closed[2].fragment.firstTick + 40_000)
                let outline = try await store.outline(recording: id, from: from)
                tags.append(outline.tag)
                #expect(try await store.isCurrent(outline, from: from, to: nil))
                try await withScratch { directory in
                    let output = directory.appending("movie.mp4")
                    digests.append(try await store.export(recording: id, from: from, output: output).digest)
                }
            }
        }
        #expect(Set(tags).count == 1)
        #expect(Set(digests).count == 1)
    }

    @Test("Files answer as memory does, whatever is asked, and however often a call is lost", arguments: 1...20)
    func asMemory(seed: UInt64) async throws {
        try await withScratch { directory in
            let dice = StoreDice(seed: seed)
            let files = try await FootageStore(directory: directory)
            let lossy = UnreliableStore(files) { dice.fate() }
            let memory = MemoryStore()
            let play = try StorePlay(dice)
            for step in 0..<80 {
                let move = play.next()
                let place = "seed \(seed), step \(step): \(move)"
                let expected = await move.answer(of: memory)
                // A caller without an answer retries.
                var (answer, tries) = (await move.answer(of: lossy), 1)
                while answer == .unreachable, tries < 100 {
                    (answer, tries) = (await move.answer(of: lossy), tries + 1)
                }
                if tries == 1 || move.isRepeatable { try #require(answer == expected, "\(place)") }
                try await StorePlay.compare(files, memory, place)
            }
        }
    }
}

/// The segments that a trim announced before it removed them.
private actor Heard {
    private(set) var all: [TrimmedSegment] = []

    func hear(_ segments: [TrimmedSegment]) { all += segments }
}
