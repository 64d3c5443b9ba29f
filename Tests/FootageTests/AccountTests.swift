// SPDX-License-Identifier: Apache-2.0
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("A recording is held against what its camera captured", .timeLimit(.minutes(1)))
struct AccountTests {
    private let recording = StoreFixture.recording.id
    private let node = StoreFixture.recording.camera

    /// A store with some of six fragments of one epoch, with correct totals, in a recording that begins with the first.
    private func store(
        in directory: FilePath, _ fixture: StoreFixture, _ sequences: some Sequence<Int>,
        ended: EpochAccount.Ending = .inOrder, state: Recording.State = .stopped
    ) async throws -> FootageStore {
        let store = try await fixture.store(in: directory, [])
        let totals = totals(fixture)
        for sequence in sequences { _ = try await store.append(entry(fixture, sequence)) }
        try await store.set(
            EpochClock(
                camera: node, epoch: 1, tick: Tick(rawValue: 0), utc: 0, uncertainty: 0,
                account: EpochAccount(
                    id: "a", cameraEpoch: 1, ended: ended, lastSequence: 6, captured: totals[6])))
        try await store.begin(
            recording: recording, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
        if state == .stopped {
            try await store.end(
                recording: recording, at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 6), total: totals[6]))
            _ = try await store.stop(recording: recording, at: 1)
        }
        return store
    }

    /// The total of captured frames after each fragment.
    private func totals(_ fixture: StoreFixture) -> [Int] {
        fixture.closed.reduce(into: [0]) { totals, closed in totals.append((totals.last ?? 0) + closed.fragment.frames)
        }
    }

    private func entry(
        _ fixture: StoreFixture, _ sequence: Int, source: FragmentSource = .live, more: Int = 0
    ) -> FragmentEntry {
        let entry = fixture.entry(sequence)
        return FragmentEntry(
            recording: entry.recording, epoch: entry.epoch, segment: entry.segment, fragment: entry.fragment,
            format: entry.format, captured: entry.captured, total: totals(fixture)[sequence] + more,
            received: 0, source: source, persistedAt: 1)
    }

    private func gap(_ fixture: StoreFixture, _ sequences: ClosedRange<Int>) -> Gap {
        let (first, last) = (fixture.closed[sequences.lowerBound - 1], fixture.closed[sequences.upperBound - 1])
        let totals = totals(fixture)
        var gap = Gap(
            recording: recording, epoch: 1, firstTick: first.fragment.firstTick, lastTick: last.fragment.lastTick,
            frames: totals[sequences.upperBound] - totals[sequences.lowerBound - 1], reason: .spoolFailed)
        (gap.sequences, gap.before) = (sequences, totals[sequences.lowerBound - 1])
        return gap
    }

    @Test("is complete when all is there")
    func complete() async throws {
        try await withScratch { directory in
            let store = try await store(in: directory, try StoreFixture(fragments: 6), 1...6)
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.account.state == .complete)
        }
    }

    @Test("lacks nothing that was deleted, although a disk let not all of it go")
    func halfDeleted() async throws {
        try await withScratch { directory in
            let store = try await store(in: directory, try StoreFixture(fragments: 6, perSegment: 2), 1...6)
            let first = directory.appending(try #require(try await store.catalog.segments(of: recording).first).path)
            try await withUndeletable(first) {
                await #expect(throws: (any Error).self) { try await store.delete(recording: recording) }
                let verification = try await store.verify(recording: recording)
                #expect(verification.holds && verification.missing == 0, "\(verification.findings)")
            }
        }
    }

    @Test("is not complete with a gap that nobody counted, also where no account is known, as after an adoption")
    func uncounted() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await fixture.store(in: directory, 1...3)
            #expect(try await store.verify(recording: recording).account.state == .unaccounted)
            var unknown = Gap(
                recording: recording, epoch: 1, firstTick: fixture.closed[2].fragment.lastTick,
                lastTick: fixture.closed[3].fragment.lastTick, frames: 0, reason: .cameraRestarted)
            (unknown.isUncounted, unknown.atMost) = (true, 9)
            try await store.add([unknown])
            let verification = try await store.verify(recording: recording)
            #expect(verification.missing == 0 && verification.account.state == .missing)
        }
    }

    @Test("begins behind deleted footage by the camera's count, once what live video delivered is confirmed")
    func trimmedUnconfirmed() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, 1...2, state: .recording)
            for sequence in 3...4 {
                _ = try await store.append(entry(fixture, sequence, source: .unconfirmed, more: 2))
            }
            _ = try await store.trim(TrimPolicy(maximumBytes: 0))
            let begin = try await store.recording(recording)?.begin
            #expect(begin?.after == FragmentID(epoch: 1, sequence: 4), "\(String(describing: begin))")
            _ = try await store.append(entry(fixture, 5))
            let corrected = try await store.recording(recording)?.begin
            #expect(corrected?.total == totals(fixture)[4], "\(String(describing: corrected))")
        }
    }

    @Test("keeps counting what is missing of a fragment that came late, and shorter than it was announced")
    func shortened() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, [1, 2, 3, 5, 6])
            let whole = gap(fixture, 4...4)
            var lost = Gap(
                recording: recording, epoch: 1, firstTick: whole.firstTick, lastTick: whole.lastTick,
                frames: whole.frames + 5, reason: whole.reason)
            (lost.sequences, lost.before) = (whole.sequences, whole.before)
            try await store.add([lost])
            let totals = totals(fixture)
            let entry = entry(fixture, 4)
            _ = try await store.append(entry)
            let left = try await store.gaps(recording: recording)
            #expect(left.map(\.frames) == [5] && left[0].sequences == 4...4 && left[0].before == totals[4], "\(left)")
        }
    }

    @Test("has nothing more than its camera counted where a gap lies behind all that is stored: the disk is full")
    func gapBehind() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, 1...2, state: .recording)
            try await store.add([gap(fixture, 4...5)])
            let account = try await store.verify(recording: recording).account
            let totals = totals(fixture)
            #expect(account.findings.isEmpty && account.pending == totals[3] - totals[2], "\(account)")
        }
    }

    @Test(
        "What is not fetched yet is a gap of an export, until it arrives, another gap has it, or the recording has stopped"
    )
    func unfetched() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let totals = totals(fixture)
            let store = try await store(in: directory, fixture, [2, 5], state: .recording)
            func frames() async throws -> [Int] {
                let recording = try #require(try await store.recording(recording))
                var unfetched = UnfetchedFrames(
                    of: recording, clocks: EpochClocks(try await store.clocks(camera: node)),
                    gaps: try await store.gaps(recording: recording.id), isFromStart: true)
                for fragment in try await store.fragments(recording: recording.id, after: nil, limit: 9) {
                    unfetched.add(fragment)
                }
                unfetched.finish()
                #expect(unfetched.gaps.allSatisfy { $0.reason == .notFetched && $0.firstTick <= $0.lastTick })
                return unfetched.gaps.map(\.frames)
            }
            #expect(try await frames() == [totals[1], totals[4] - totals[2]])
            try await store.add([gap(fixture, 3...4)])
            #expect(try await frames() == [totals[1]])
            let end = RecordingEdge(after: FragmentID(epoch: 1, sequence: 6), total: totals[6])
            try await store.end(recording: recording, at: end)
            #expect(try await frames() == [totals[1], totals[6] - totals[5]])
            _ = try await store.append(entry(fixture, 1))
            #expect(try await frames() == [totals[6] - totals[5]])
            _ = try await store.stop(recording: recording, at: 1)
            #expect(try await frames() == [])
        }
    }

    @Test("What is not fetched yet of the end of an epoch lasts until that has ended")
    func unfetchedEnd() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, [2], state: .recording)
            _ = try await store.append(fixture.entry(1, epoch: 2, total: fixture.closed[0].fragment.frames))
            let end = fixture.closed[5].fragment.lastTick
            let clock = EpochClock(
                camera: node, epoch: 1, tick: Tick(rawValue: 0), utc: 0, uncertainty: 0,
                account: EpochAccount(
                    id: "a", cameraEpoch: 1, ended: .inOrder, lastSequence: 6, lastTick: end,
                    captured: totals(fixture)[6]))
            let open = try #require(try await store.recording(recording))
            var unfetched = UnfetchedFrames(of: open, clocks: EpochClocks([clock]), gaps: [], isFromStart: false)
            for fragment in try await store.fragments(recording: recording, after: nil, limit: 9) {
                unfetched.add(fragment)
            }
            #expect(unfetched.gaps.map(\.lastTick) == [end])
        }
    }

    @Test("counts what was kept of a fragment that was never announced, as far as the camera counted")
    func unconfirmed() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, 1...5)
            let total = totals(fixture)[5]
            var kept = try fixture.unconfirmed(6, like: 6)
            kept = FragmentEntry(
                recording: kept.recording, epoch: kept.epoch, segment: kept.segment, fragment: kept.fragment,
                format: kept.format, captured: kept.captured, total: total + kept.captured, received: kept.received,
                source: .unconfirmed, persistedAt: 1)
            _ = try await store.append(kept)
            #expect(try await store.unconfirmed(recording: recording).map(\.id.sequence) == [6])
            let verification = try await store.verify(recording: recording)
            #expect(verification.account.unsaid == totals(fixture)[6] - total - kept.captured)
        }
    }

    @Test("counts what live video brought of a camera that was killed, behind all that was on its disk")
    func beyondAccount() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, [1, 2, 4], state: .recording)
            func set(_ epoch: Int, _ account: EpochAccount) async throws {
                try await store.set(
                    EpochClock(
                        camera: node, epoch: epoch, tick: Tick(rawValue: 0), utc: 0, uncertainty: 0, account: account))
            }
            try await set(
                1, EpochAccount(id: "a", cameraEpoch: 1, ended: .killed, lastSequence: 2, captured: totals(fixture)[2]))
            try await set(2, EpochAccount(id: "b", predecessor: "a", cameraEpoch: 2, ended: .inOrder, captured: 0))
            try await store.end(
                recording: recording, at: RecordingEdge(after: FragmentID(epoch: 2, sequence: 0), total: 0))
            _ = try await store.stop(recording: recording, at: 1)
            var verification = try await store.verify(recording: recording)
            #expect(!verification.holds)
            #expect(verification.account.unsaid == totals(fixture)[3] - totals(fixture)[2])
            try await store.add([gap(fixture, 3...3)])
            verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.account.findings.isEmpty)
        }
    }

    @Test("is damaged when the first or the last fragment is neither here nor in a gap", arguments: [[2, 6], [1, 5]])
    func silent(range: [Int]) async throws {
        try await withScratch { directory in
            let store = try await store(in: directory, try StoreFixture(fragments: 6), range[0]...range[1])
            let verification = try await store.verify(recording: recording)
            #expect(!verification.holds)
            #expect(verification.missing > 0)
        }
    }

    @Test("is missing when gaps stand for the rest; a fragment that comes after all takes its part out of the gap")
    func filled() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, [1, 6])
            try await store.add([gap(fixture, 2...5)])
            var verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.account.state == .missing)
            _ = try await store.append(entry(fixture, 3))
            let rest = try await store.gaps(recording: recording)
            #expect(rest.map(\.sequences) == [2...2, 4...5])
            verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.missing == rest.reduce(0) { $0 + $1.frames })
            for sequence in [2, 4, 5] { _ = try await store.append(entry(fixture, sequence)) }
            #expect(try await store.gaps(recording: recording).isEmpty)
            #expect(try await store.verify(recording: recording).account.state == .complete)
        }
    }

    @Test("is open while it goes on and something in the middle has not come")
    func open() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6)
            let store = try await store(in: directory, fixture, [1, 2, 5], ended: .running, state: .recording)
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.account.state == .open)
            #expect(verification.account.pending == totals(fixture)[4] - totals(fixture)[2])
            // The account is complete up to the last stored announcement, and open once the camera is silent.
            for sequence in [3, 4] { _ = try await store.append(entry(fixture, sequence)) }
            #expect(try await store.verify(recording: recording).account.state == .complete)
            try await store.silence(camera: node)
            #expect(try await store.verify(recording: recording).account.state == .open)
        }
    }

    @Test("is open before anything has come, and of what was stopped until it is settled", arguments: [false, true])
    func empty(isStopping: Bool) async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 3).store(in: directory, [])
            if isStopping {
                var row = try #require(try await store.recording(recording))
                row.state = .stopping
                try await store.open(row)
            }
            let account = try await store.verify(recording: recording).account
            #expect(account.state == .open && account.isOpen && account.vouchedUntil == nil)
        }
    }

    @Test("begins with the footage that is left when the oldest is deleted on purpose")
    func trimmed() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 2)
            let store = try await store(in: directory, fixture, [1, 2, 5, 6])
            try await store.add([gap(fixture, 3...4)])
            #expect(try await store.verify(recording: recording).account.state == .missing)
            _ = try await store.trim(TrimPolicy(sparedTicks: 1))
            let begin = try #require(try await store.recording(recording)?.begin)
            #expect(begin == RecordingEdge(after: FragmentID(epoch: 1, sequence: 4), total: totals(fixture)[4]))
            #expect(try await store.gaps(recording: recording).isEmpty)
            #expect(try await store.verify(recording: recording).account.state == .complete)
        }
    }

    @Test("is unaccounted without a beginning, and judged as before")
    func unaccounted() async throws {
        try await withScratch { directory in
            let store = try await StoreFixture(fragments: 3).store(in: directory, 1...3)
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds && verification.account.state == .unaccounted)
        }
    }
}
