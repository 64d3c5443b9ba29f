// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import FootageSupport
import Foundation
import SystemPackage
import TestSupport
import Testing
import Wire

@testable import Recorder

@Suite("What a newer camera says", .timeLimit(.minutes(1)))
struct ArchiveTests {
    @Test("Reasons that this recorder does not know are kept, for gaps and for the beginnings of epochs")
    func reasons() async throws {
        let folder = NSTemporaryDirectory() + "longshot-archive-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        let gap = GapDescription(epoch: 2, firstTick: 5, lastTick: 9, frames: 4, reason: "eclipse")
        try await archive.note([gap], in: "r")
        let row = EpochDescription(epoch: 2, began: "moved", utcAtTickZero: 1, uncertainty: 0)
        _ = try await archive.register([row], of: "c") { _, _ in false }
        #expect(try await archive.store.clocks(camera: "c").map(\.began.rawValue) == ["moved"])
        let description = try #require(try await archive.description(of: "r"))
        // 5 and 9 ticks after the moment of the epoch's tick 0.
        var told = gap
        (told.from, told.to) = (55_557, 100_001)
        #expect(description.gaps == [told])
        #expect(description.frames.missing == 4)
        let verdict = try await archive.verify("r", decoder: nil)
        #expect(!verdict.isComplete && !verdict.isDamaged)
        #expect(verdict.recording.gaps == [told])
        try await archive.store.close()
    }

    @Test("A recording that several requests settle at the same time has the gaps of one")
    func settledTwice() async throws {
        /// The gaps of a recording that so many requests settle.
        func gaps(_ requests: Int) async throws -> [GapDescription] {
            let archive = Archive(UnreliableStore(MemoryStore(), delay: .milliseconds(1)))
            try await archive.store.open(
                Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0, state: .recording))
            _ = try await register([row(1, "one", captured: 9, ended: .running)], in: archive)
            try await archive.store.begin(
                recording: "r", at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Each comes while the one before is at work.
                for number in 0..<requests {
                    group.addTask {
                        try await Task.sleep(for: .milliseconds(number))
                        try await archive.settle("r")
                    }
                }
                try await group.waitForAll()
            }
            return try #require(try await archive.description(of: "r")).gaps
        }
        let once = try await gaps(1)
        let often = try await gaps(10)
        #expect(once.map(\.frames) == [9, 0] && often == once, "\(often)")
    }

    /// Runs the body with an archive that has the recording `r` of the camera `c`, in a folder that is deleted afterwards.
    private func withArchive(_ body: (Archive) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "longshot-archive-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await Archive(at: FilePath(folder))
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        try await body(archive)
        try await archive.store.close()
    }

    private func row(
        _ epoch: Int, _ id: String, captured: Int, ended: EpochDescription.Ending, after predecessor: String? = nil
    ) -> EpochDescription {
        var row = EpochDescription(
            epoch: epoch, began: "camera-restarted", utcAtTickZero: 7_000_000_000, uncertainty: 5)
        (row.id, row.predecessor, row.captured, row.ended) = (id, predecessor, captured, ended)
        (row.lastSequence, row.lastTick, row.nominalInterval) = (captured / 3, Int64(captured) * 30_000, 30_000)
        return row
    }

    private func register(_ rows: [EpochDescription], in archive: Archive) async throws -> Archive.Registration {
        try await archive.register(rows, of: "c") { _, _ in false }
    }

    @Test("A camera's make, model and orientation are stored with its epoch, without what no node may choose")
    func devices() async throws {
        try await withArchive { archive in
            var (known, hostile) = (
                row(1, "one", captured: 3, ended: .running), row(2, "two", captured: 3, ended: .running, after: "one")
            )
            (known.make, known.model, known.orientation) = ("Maker", "Model 3", "mirrored-90")
            (hostile.make, hostile.orientation) = ("\u{202E}a\n\0" + String(repeating: "b", count: 10_000), "sideways")
            hostile.model = "\u{200B} \n"
            let bare = row(3, "three", captured: 3, ended: .running, after: "two")
            _ = try await register([known, hostile, bare], in: archive)
            let devices = try await archive.store.clocks(camera: "c").map(\.account?.device)
            #expect(devices[0] == CaptureDevice(make: "Maker", model: "Model 3", orientation: .mirroredClockwise))
            #expect(devices[1] == CaptureDevice(make: "a" + String(repeating: "b", count: 63)))
            #expect(devices[2] == CaptureDevice())
        }
    }

    @Test("What a camera knew before its home was restored, and does not know any more, is lost with its account")
    func forgotten() async throws {
        try await withArchive { archive in
            _ = try await register([row(1, "one", captured: 30, ended: .running)], in: archive)
            var restored = row(1, "one", captured: 9, ended: .killed)
            restored.atMost = 100
            let chain = try await register([restored], in: archive).chain
            #expect(chain.epochs.map { $0.account?.atMost } == [100 - 21], "what it had told is no uncounted frame")
            let place = EpochChain.Place(epoch: 1, sequence: 5, total: 15)
            let gaps = chain.gaps(from: place, to: EpochChain.Place(epoch: 1, sequence: 10, total: 30), known: [])
            #expect(gaps.map(\.frames) == [15])
            #expect(gaps.map(\.reason) == [GapReason.accountLost.rawValue])
        }
    }

    @Test("An account that is closed never changes, and one that runs never shrinks")
    func closedAccount() async throws {
        try await withArchive { archive in
            _ = try await register([row(1, "one", captured: 30, ended: .inOrder)], in: archive)
            let changed = [
                row(1, "one", captured: 99, ended: .inOrder),
                row(2, "two", captured: 60, ended: .running, after: "one"),
            ]
            var chain = try await register(changed, in: archive).chain
            #expect(chain.epochs.map { $0.account?.captured } == [30, 60])
            let restored = [
                row(1, "one", captured: 30, ended: .inOrder), row(2, "two", captured: 9, ended: .running, after: "one"),
            ]
            chain = try await register(restored, in: archive).chain
            #expect(chain.epochs.map { $0.account?.captured } == [30, 60])
            #expect(chain.epochs.map { $0.account?.ended } == [.inOrder, .running])
        }
    }

    @Test("An epoch that ran and that the camera does not know any more counts as lost, and says so once")
    func lostAccount() async throws {
        try await withArchive { archive in
            _ = try await register([row(1, "one", captured: 30, ended: .running)], in: archive)
            let registration = try await register([row(1, "other", captured: 3, ended: .running)], in: archive)
            // An epoch of another chain gets a number of its own, after the known one.
            #expect(registration.chain.epochs.map(\.number) == [1, 2])
            #expect(registration.chain.epochs.map { $0.account?.ended } == [.lost, .running])
            #expect(registration.findings.count == 1)
        }
    }

    @Test("An epoch that was given up with its recording goes on when its camera tells of it again")
    func settled() async throws {
        try await withArchive { archive in
            _ = try await register([row(1, "one", captured: 30, ended: .running)], in: archive)
            try await archive.store.begin(
                recording: "r", at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 10), total: 30))
            try await archive.settle("r")
            #expect(try await archive.store.clocks(camera: "c").map(\.account?.ended) == [.lost])
            var chain = try await register([row(1, "one", captured: 60, ended: .running)], in: archive).chain
            #expect(chain.epochs.map { $0.account?.ended } == [.running])
            chain = try await register([row(1, "one", captured: 90, ended: .inOrder)], in: archive).chain
            #expect(chain.epochs.map { $0.account?.captured } == [90])
            #expect(chain.epochs.map { $0.account?.ended } == [.inOrder])
        }
    }

    @Test("What was never fetched of a settled recording lasts until the last frame that the camera has told of")
    func neverFetched() async throws {
        try await withArchive { archive in
            let closed = try #require(try SampleFootage.fragments(1).first)
            var account = row(1, "one", captured: 12, ended: .inOrder)
            account.lastTick = closed.fragment.lastTick.rawValue + 270_000
            _ = try await register([account], in: archive)
            try await archive.store.begin(
                recording: "r", at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
            let entry = FragmentEntry(
                recording: "r", epoch: 1, segment: 1, fragment: closed.fragment, format: InitSegment(closed.format),
                captured: 3, total: 3, received: 3, source: .backfill, persistedAt: 1)
            try await archive.append([entry], gaps: [])
            try await archive.settle("r")
            let gaps = try await archive.gaps(of: "r")
            #expect(gaps.map(\.frames) == [9] && gaps.map(\.reason) == [.neverReceived])
            #expect(gaps.first?.lastTick.rawValue == account.lastTick)
        }
    }

    @Test(
        "The gap at the end of a settled recording begins where the last stored frame ends, also when its camera tells of it",
        arguments: [nil, 0, 270_000])
    func settledEnd(told: Int64?) async throws {
        try await withArchive { archive in
            let closed = try #require(try SampleFootage.fragments(1).first)
            let last = closed.fragment.lastTick
            _ = try await register([row(1, "one", captured: 0, ended: .running)], in: archive)
            try await archive.store.begin(
                recording: "r", at: RecordingEdge(after: FragmentID(epoch: 1, sequence: 0), total: 0))
            let entry = FragmentEntry(
                recording: "r", epoch: 1, segment: 1, fragment: closed.fragment, format: InitSegment(closed.format),
                captured: 3, total: 3, received: 3, source: .unconfirmed, persistedAt: 1)
            try await archive.append([entry], gaps: [])
            try await archive.settle("r")
            if let told {
                var account = row(1, "one", captured: told == 0 ? 3 : 93, ended: .killed)
                account.lastTick = last.rawValue + told
                _ = try await register([account], in: archive)
            }
            let recording = try #require(try await archive.store.recording("r"))
            let gap = try #require(try await archive.store.described(archive.gaps(of: "r"), of: recording).first)
            let clock = try #require(try await archive.store.clocks(camera: "c").first)
            let interval = Tick.interval(of: closed.fragment.frames, from: closed.fragment.firstTick, to: last)
            #expect(gap.isUncounted == true && gap.from == clock.utc(of: last + interval))
        }
    }

    @Test("The time of footage is that of the camera's clock")
    func time() async throws {
        try await withArchive { archive in
            _ = try await register([row(1, "one", captured: 30, ended: .running)], in: archive)
            let clock = try #require(try await archive.store.clocks(camera: "c").first)
            #expect(clock.utc(of: Tick(rawValue: 90_000)) == 8_000_000_000)
        }
    }

    @Test("What came live of fragments that were not announced gives way fragment by fragment")
    func unannounced() async throws {
        try await withArchive { archive in
            let closed = try SampleFootage.fragments(4)
            let frames = OpenRecording.Unannounced(
                id: FragmentID(epoch: 1, sequence: 2), before: 3, segment: 1,
                units: closed.dropFirst().flatMap { SampleFootage.units(of: $0.fragment) }, format: closed[0].format,
                nominalInterval: SampleFootage.interval)
            try await archive.keep(frames, of: "r")
            // The camera's disk was full for the second fragment only.
            let third = FragmentEntry(
                recording: "r", epoch: 1, segment: 1, fragment: closed[2].fragment,
                format: InitSegment(closed[2].format), captured: 3, total: 9, received: 3, source: .backfill,
                persistedAt: 1)
            try await archive.append([third], gaps: [])
            try await archive.keep(frames, of: "r")
            let stored = try await archive.store.fragments(recording: "r")
            #expect(stored.map(\.id.sequence) == [2, 3, 4])
            #expect(stored.map(\.source) == [.unconfirmed, .backfill, .unconfirmed])
            #expect(stored.map(\.total) == [6, 9, 12])
            #expect(stored.map(\.frames) == [3, 3, 3])
            #expect(zip(stored, stored.dropFirst()).allSatisfy { $0.lastTick < $1.firstTick })
        }
    }

    @Test("What came live is cut from where the camera's last announced fragment ends, wherever the camera cut before")
    func following() throws {
        let closed = try SampleFootage.fragments(4)
        let units = closed.flatMap { SampleFootage.units(of: $0.fragment) }.map { unit in
            AccessUnit(tick: unit.tick, isSync: true, bytes: unit.bytes)
        }
        let frames = OpenRecording.Unannounced(
            id: FragmentID(epoch: 1, sequence: 2), before: 3, segment: 1, units: Array(units.dropFirst(3)),
            format: closed[0].format, nominalInterval: SampleFootage.interval)
        // The camera's second fragment had one frame, its third two.
        func place(_ sequence: Int, total: Int, epoch: Int = 1) -> EpochChain.Place {
            EpochChain.Place(
                epoch: epoch, sequence: sequence, total: total, tick: units[total - 1].tick.rawValue,
                interval: SampleFootage.interval)
        }
        let rest = try #require(frames.following(place(3, total: 6)))
        #expect(rest.id == FragmentID(epoch: 1, sequence: 4) && rest.before == 6)
        #expect(rest.units.map(\.tick) == units.dropFirst(6).map(\.tick))
        for elsewhere in [place(1, total: 3), place(3, total: 6, epoch: 2)] {
            #expect(frames.following(elsewhere)?.id == frames.id)
        }
        #expect(frames.following(place(9, total: 12)) == nil)
        // A frame is missing behind the place.
        let holed = OpenRecording.Unannounced(
            id: frames.id, before: 3, segment: 1, units: Array(units.dropFirst(3)).filter { $0.tick != units[6].tick },
            format: frames.format, nominalInterval: SampleFootage.interval)
        #expect(holed.following(place(3, total: 6)) == nil)
    }

    @Test("A fragment is stored with the gaps that were announced with it")
    func announcedGaps() async throws {
        try await withArchive { archive in
            let closed = try SampleFootage.fragments(1)[0]
            let entry = FragmentEntry(
                recording: "r", epoch: 1, segment: 1, fragment: closed.fragment, format: InitSegment(closed.format),
                captured: 5, received: 3, source: .live, persistedAt: 1)
            let gap = GapDescription(epoch: 1, firstTick: 9, lastTick: 9, frames: 2, reason: "not-encoded")
            try await archive.append([entry], gaps: [gap])
            let description = try #require(try await archive.description(of: "r"))
            #expect(description.gaps == [gap])
            #expect(description.frames.captured == 5 && description.frames.missing == 2)
        }
    }
}
