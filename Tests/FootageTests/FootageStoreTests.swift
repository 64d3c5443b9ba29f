// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import MediaSamples
import Synchronization
import SystemPackage
import Testing

@testable import Footage

@Suite("Store", .timeLimit(.minutes(1)))
struct FootageStoreTests {
    private let recording = StoreFixture.recording.id

    @Test("What was appended is in the file behind its init segment, and comes back by name")
    func append() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 3)
            let store = try await fixture.store(in: directory, 1...3)
            #expect(StoreFixture.files(directory) == ["Door---left/rec-1/e000001-s000001.mp4"])
            let fragments = try await store.fragments(recording: recording)
            #expect(fragments.map(\.id.sequence) == [1, 2, 3])
            let initSegment = try #require(try await store.initSegment(fragments[0].segment.format))
            let file = try ScratchFile.read(store.path(of: fragments[0]))
            #expect(file == initSegment + fixture.closed.flatMap(\.fragment.bytes))
            for (stored, closed) in zip(fragments, fixture.closed) {
                #expect(try await store.bytes(of: stored) == closed.fragment.bytes)
                #expect(stored.digest == closed.fragment.digest)
                #expect(stored.firstTick == closed.fragment.firstTick && stored.lastTick == closed.fragment.lastTick)
            }
            #expect(try await store.totalBytes() == file.count)
        }
    }

    @Test("The same fragment again changes nothing, other bytes under its name are refused")
    func idempotent() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 2)
            let store = try await fixture.store(in: directory, 1...2)
            let before = try await store.fragments(recording: recording)
            let again = try await store.append(fixture.entry(1))
            #expect(again == before[0])
            #expect(try await store.fragments(recording: recording) == before)

            let other = try StoreFixture(fragments: 2, size: 51)
            await #expect(throws: FootageError.conflict(recording: recording, epoch: 1, sequence: 2)) {
                try await store.append(other.entry(2))
            }
            #expect(try await store.fragments(recording: recording) == before)
        }
    }

    @Test("A fragment that does not follow goes to a part of its own, and the next one follows it there")
    func late() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 8)
            let store = try await fixture.store(in: directory, [1, 5, 2, 3, 6, 4])
            let parts = try await store.fragments(recording: recording).map(\.segment.part)
            #expect(parts == [0, 0, 0, 0, 1, 1])
            #expect(StoreFixture.files(directory).count == 2)
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds)
            #expect(verification.persisted == 180)
        }
    }

    @Test("A new camera segment starts a file and closes the one before it")
    func segments() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 5, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...5)
            let segments = try await store.fragments(recording: recording).map(\.segment)
            #expect(segments.map(\.number) == [1, 1, 2, 2, 3])
            #expect(segments.map(\.isClosed) == [true, true, true, true, false])
            try await store.closeSegments(of: recording)
            #expect(try await store.fragments(recording: recording).allSatisfy { $0.segment.isClosed })
        }
    }

    @Test("A store that is opened again goes on in the file that was open")
    func reopen() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4)
            try await fixture.store(in: directory, 1...2).close()
            let store = try await FootageStore(directory: directory)
            #expect(store.recovery == RecoveryReport())
            for sequence in 3...4 { _ = try await store.append(fixture.entry(sequence)) }
            #expect(StoreFixture.files(directory).count == 1)
            #expect(try await store.verify(recording: recording).holds)
        }
    }

    @Test(
        "A camera that is called like a file of the store gets a folder of another name, and its footage is there again",
        arguments: [
            "catalog.sqlite", "catalog.sqlite-journal", "Catalog.SQLite-WAL", "damaged.json", "lock", "Lock", "repair",
            "recovered", "reserve.part", "..", ".", "-rf", "/", "a/../b", "\u{1f3a5}\u{1f1e9}\u{1f1ea}", "\u{308}x",
            "-\u{308}x",
            String(repeating: "門\u{308}", count: 100),
        ])
    func ownNames(_ name: String) async throws {
        try await withScratch { directory in
            let (fixture, usual) = (try StoreFixture(fragments: 4), StoreFixture.recording)
            let recording = Recording(
                id: usual.id, camera: usual.camera, cameraName: name, transport: usual.transport, codec: usual.codec,
                startedAt: usual.startedAt)
            for sequences in [1...2, 3...4] {
                let store = try await FootageStore(directory: directory)
                #expect(store.recovery == RecoveryReport())
                try await store.open(recording)
                for sequence in sequences { _ = try await store.append(fixture.entry(sequence)) }
                let verification = try await store.verify(recording: recording.id)
                #expect(verification.holds && verification.persisted == sequences.upperBound * 30)
                try await store.close()
            }
            let folder = try #require(StoreFixture.files(directory).first?.split(separator: "/").first)
            #expect(!folder.contains(".") && !folder.hasPrefix("-"))
            #expect(
                folder.unicodeScalars.first?.properties.generalCategory != .nonspacingMark && folder.utf8.count <= 135)
        }
    }

    @Test(
        "A camera's folder is called as the camera, in any script",
        arguments: [
            ("Küche", "Küche"), ("Ku\u{308}che", "Ku\u{308}che"), ("玄関", "玄関"), ("Вход 2", "Вход-2"), ("द्वार", "द्वार"),
            ("a.b", "a-b"),
        ])
    func script(_ name: String, _ folder: String) async throws {
        try await withScratch { directory in
            let store = try await FootageStore(directory: directory)
            try await store.open(
                Recording(id: "r", camera: "c", cameraName: name, transport: "tcp", codec: .h264, startedAt: 0))
            #expect(try await store.folder(recording: "r") == folder + "/r")
            try await store.close()
        }
    }

    @Test("Commits wait for the disk: SQLite's synchronous setting is FULL")
    func synchronous() async throws {
        try await withScratch { directory in
            let store = try await FootageStore(directory: directory)
            #expect(try await store.catalog.synchronousSetting() == 2)
            try await store.close()
            let again = try await FootageStore(directory: directory)
            #expect(try await again.catalog.synchronousSetting() == 2)
        }
    }

    @Test("A file that could not be synced is never written to again; the fragment goes to a new one")
    func failedSync() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4)
            let calls = Mutex(0)
            let store = try await FootageStore(directory: directory) { file throws(Errno) in
                let call = calls.withLock { count in
                    count += 1
                    return count
                }
                if call == 3 { throw .ioError }
                try FileSystem.synchronizeData(file)
            }
            try await store.open(StoreFixture.recording)
            for sequence in 1...4 { _ = try await store.append(fixture.entry(sequence)) }
            let fragments = try await store.fragments(recording: recording)
            #expect(fragments.map(\.segment.part) == [0, 0, 1, 1])
            let verification = try await store.verify(recording: recording)
            #expect(verification.holds)
            #expect(verification.findings == [])
        }
    }

    @Test("When no file can be synced the append fails, nothing is stored, and a later attempt succeeds")
    func allSyncsFail() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 1)
            let isBroken = Mutex(true)
            let store = try await FootageStore(directory: directory) { _ throws(Errno) in
                if isBroken.withLock({ $0 }) { throw .noSpace }
            }
            try await store.open(StoreFixture.recording)
            await #expect(throws: DiskError.self) { try await store.append(fixture.entry(1)) }
            #expect(try await store.fragments(recording: recording).isEmpty)
            #expect(StoreFixture.files(directory).isEmpty)
            isBroken.withLock { $0 = false }
            _ = try await store.append(fixture.entry(1))
            #expect(try await store.fragments(recording: recording).count == 1)
        }
    }

    @Test("Recordings need a name that can be a folder, a camera of their own, and to be open")
    func recordings() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 1)
            let store = try await FootageStore(directory: directory)
            await #expect(throws: FootageError.self) { try await store.append(fixture.entry(1)) }
            for id in ["", ".hidden", "../up", "a/b", String(repeating: "a", count: 65)] {
                let wrong = Recording(id: id, camera: "c", cameraName: "n", transport: "t", startedAt: 0)
                await #expect(throws: FootageError.self) { try await store.open(wrong) }
            }
            try await store.open(StoreFixture.recording)
            try await store.open(StoreFixture.recording)
            let foreign = Recording(id: recording, camera: "other", cameraName: "n", transport: "t", startedAt: 0)
            await #expect(throws: FootageError.self) { try await store.open(foreign) }
            var stopped = StoreFixture.recording
            stopped.state = .stopped
            stopped.stoppedAt = 99
            _ = try await store.append(fixture.entry(1))
            try await store.update(stopped)
            #expect(try await store.recordings() == [stopped])
            #expect(try await store.fragments(recording: recording).allSatisfy { $0.segment.isClosed })
        }
    }

    @Test("Gaps and clocks are kept; the same gap again only changes its frames")
    func gaps() async throws {
        try await withScratch { directory in
            let store = try await FootageStore(directory: directory)
            try await store.open(StoreFixture.recording)
            func gap(_ frames: Int) -> Gap {
                Gap(
                    recording: recording,
                    epoch: 1,
                    firstTick: Tick(rawValue: 1),
                    lastTick: Tick(rawValue: 2),
                    frames: frames,
                    reason: .spoolOverrun
                )
            }
            try await store.add(gap(3))
            let first = try #require(try await store.gaps(recording: recording).first)
            try await store.add(gap(4))
            let gaps = try await store.gaps(recording: recording)
            #expect(gaps.map(\.frames) == [4])
            #expect(gaps.map(\.id) == [first.id])

            let clock = EpochClock(
                camera: "node", epoch: 1, tick: Tick(rawValue: 90_000), utc: 5_000_000_000, uncertainty: 1,
                began: .captureFailed)
            try await store.set(clock)
            #expect(try await store.clocks(camera: "node") == [clock])
            #expect(clock.utc(of: Tick(rawValue: 180_000)) == 6_000_000_000)
        }
    }

    @Test("A reader sees what the writer adds, repairs nothing and can change nothing")
    func reading() async throws {
        try await withScratch { directory in
            await #expect(throws: FootageError.self) { try await FootageStore(readingDirectory: directory) }
            let fixture = try StoreFixture(fragments: 4)
            let writer = try await fixture.store(in: directory, 1...2)
            let reader = try await FootageStore(readingDirectory: directory)
            #expect(try await reader.fragments(recording: recording).count == 2)
            _ = try await writer.append(fixture.entry(3))
            #expect(try await reader.fragments(recording: recording).count == 3)
            #expect(try await reader.verify(recording: recording).holds)
            await #expect(throws: FootageError.readOnly("this footage store")) {
                try await reader.append(fixture.entry(4))
            }
            #expect(StoreFixture.files(directory).count == 1)
            // A reader repairs nothing, so a file without a row stays.
            let stray = directory.appending("Door---left/rec-1/e000009-s000009.mp4")
            try ScratchFile.write([1], to: stray)
            try await FootageStore(readingDirectory: directory).close()
            #expect(StoreFixture.files(directory).count == 2)
        }
    }

    @Test("A summary adds up what the catalog says")
    func summary() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 3)
            let store = try await fixture.store(in: directory, 1...3)
            let summary = try #require(try await store.summary(recording: recording))
            #expect(summary.fragments == 3)
            #expect(summary.frames == 90)
            #expect(summary.captured == 90)
            #expect(summary.duration == 90 * 3000)
            #expect(summary.width == 320)
            #expect(summary.byteCount == (try await store.totalBytes()))
            #expect(try await store.summary(recording: "none") == nil)
        }
    }

    @Test("A closed store throws and does not trap")
    func closed() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 2)
            let store = try await fixture.store(in: directory, 1...1)
            try await store.close()
            try await store.close()
            await #expect(throws: FootageError.self) { try await store.append(fixture.entry(2)) }
            await #expect(throws: FootageError.self) { try await store.recordings() }
            await #expect(throws: FootageError.self) { try await store.verify(recording: recording) }
        }
    }

    @Test("Sixty cameras can append at once")
    func concurrent() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 3)
            let store = try await FootageStore(directory: directory)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for camera in 1...60 {
                    group.addTask {
                        let id = "rec-\(camera)"
                        try await store.open(
                            Recording(id: id, camera: "c\(camera)", cameraName: "c", transport: "t", startedAt: 0)
                        )
                        for sequence in 1...3 { _ = try await store.append(fixture.entry(sequence, recording: id)) }
                    }
                }
                try await group.waitForAll()
            }
            for camera in 1...60 {
                #expect(try await store.verify(recording: "rec-\(camera)").persisted == 90)
            }
        }
    }
}
