// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import Pipelines
import SystemPackage
import Testing
import Viewing
import Wire

@testable import Footage
@testable import Recorder

@Suite("A clip of a recording", .timeLimit(.minutes(1)))
struct PlaybackTests {
    /// An archive with the recording `r`, whose first picture was captured at second 1.
    private func archive(in folder: String) async throws -> Archive {
        let archive = try await Archive(at: FilePath(folder))
        try await archive.store.open(
            Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        try await archive.store.set(
            EpochClock(camera: "c", epoch: 1, tick: Tick(rawValue: 0), utc: 1_000_000_000, uncertainty: 0))
        return archive
    }

    private func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    @Test("has the whole of the frames at its ends where that is asked for, and none more")
    func wholeFrames() async throws {
        let folder = NSTemporaryDirectory() + "longshot-playback-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await archive(in: folder)
        for entry in try JPEGFootage.entries(5) where entry.fragment.sequence != 4 {
            _ = try await archive.store.append(entry)
        }
        try await archive.store.add(
            Gap(
                recording: "r", epoch: 1, firstTick: Tick(rawValue: 270_000), lastTick: Tick(rawValue: 351_000),
                frames: 10,
                reason: .spoolOverrun))
        let playback = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        for (asked, wanted): ((Int64, Int64), (Int64, Int64)) in [
            ((2_350, 2_750), (2_300, 2_800)), ((2_350, 2_350), (2_300, 2_400)), ((2_300, 2_800), (2_300, 2_900)),
            // The third frame begins at 1.2 s: these moments mean it, although they are rounded.
            ((1_200, 1_300), (1_200, 1_400)),
            // Before the first frame, within the gap, and behind the last frame.
            ((500, 1_150), (500, 1_200)), ((2_350, 4_550), (2_300, 4_550)), ((2_350, 60_000), (2_300, 60_000)),
        ] {
            let (from, to) = (asked.0 * 1_000_000, asked.1 * 1_000_000)
            let whole = try await playback.movie(of: "r", from: from - 200_000, to: to - 200_000, wholeFrames: true)
            let exact = try await playback.movie(of: "r", from: wanted.0 * 1_000_000, to: wanted.1 * 1_000_000)
            // Within a gap the range ends where it was asked to.
            let apart = abs(Double(whole.duration - exact.duration)) / Double(Tick.perSecond)
            #expect(whole.frames == exact.frames && apart < 0.000_3, "\(asked): \(apart)")
        }
        try await archive.store.close()
    }

    @Test("of damaged footage fails once, and is then played without it, which the timeline says too")
    func damaged() async throws {
        let folder = NSTemporaryDirectory() + "longshot-playback-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await archive(in: folder)
        for entry in try JPEGFootage.entries(5) { _ = try await archive.store.append(entry) }
        let playback = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        let whole = try await playback.movie(of: "r", from: nil, to: nil)
        let bad = try #require(try await archive.store.fragment(recording: "r", FragmentID(epoch: 1, sequence: 3)))
        let path = "\(folder)/\(bad.segment.path)"
        let original = try Data(contentsOf: URL(fileURLWithPath: path))
        try overwrite(path, at: bad.offset + bad.byteCount - 9, with: [0xAA, 0xBB, 0xCC])
        // The head of the fragment is as it was, so that only its bytes tell.
        let same = try await playback.movie(of: "r", from: nil, to: nil)
        #expect(same.tag == whole.tag)
        let offset = try #require((0..<same.byteCount).first { same.fragment(at: $0) == bad.id })
        await #expect(throws: FootageError.self) { try await playback.bytes(of: same, from: offset) }
        let around = try await playback.movie(of: "r", from: nil, to: nil)
        #expect(around.tag != whole.tag && around.leftOut.map(\.sequences) == [3...3])
        var place = 0
        while place < around.byteCount { place += try await playback.bytes(of: around, from: place).count }
        let gaps = try await playback.description(of: "r").gaps
        #expect(gaps.map(\.reason) == ["digest-mismatch"] && gaps.map(\.frames) == [bad.frames])
        // Another program that reads the archive says the same.
        let reader = try await Archive(reading: FilePath(folder))
        #expect(try await reader.recording("r").frames.missing == bad.frames)
        // A file that was repaired is played again.
        try original.write(to: URL(fileURLWithPath: path), options: .atomic)
        #expect(try await playback.description(of: "r").gaps.isEmpty)
        #expect(try await playback.movie(of: "r", from: nil, to: nil).tag == whole.tag)
        // A file that is gone needs nobody who reads it.
        try FileManager.default.removeItem(atPath: path)
        let gone = try await playback.description(of: "r").gaps
        #expect(gone.contains { $0.reason == "file-missing" })
        try await archive.store.close()
    }

    @Test(
        "of footage whose fragments have damaged heads is without them, which the timeline says too",
        arguments: [3...3, 1...5])
    func damagedHeads(_ sequences: ClosedRange<Int>) async throws {
        let folder = NSTemporaryDirectory() + "longshot-playback-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await archive(in: folder)
        for entry in try JPEGFootage.entries(5) { _ = try await archive.store.append(entry) }
        let playback = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        for sequence in sequences {
            let id = FragmentID(epoch: 1, sequence: sequence)
            let bad = try #require(try await archive.store.fragment(recording: "r", id))
            try overwrite("\(folder)/\(bad.segment.path)", at: bad.offset, with: [UInt8](repeating: 0xA5, count: 64))
        }
        let frames = try? await playback.movie(of: "r", from: nil, to: nil).frames
        #expect(frames == (sequences.count == 5 ? nil : 40))
        let gaps = try await playback.description(of: "r").gaps
        #expect(gaps.allSatisfy { $0.reason == "digest-mismatch" })
        #expect(gaps.reduce(0) { $0 + $1.frames } == sequences.count * 10)
        try await archive.store.close()
    }

    @Test("has late footage when it is asked for again, and stays the same file while nothing changes")
    func late() async throws {
        let folder = NSTemporaryDirectory() + "longshot-playback-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let archive = try await archive(in: folder)
        let entries = try JPEGFootage.entries(9)
        for entry in entries where ![4, 5].contains(entry.fragment.sequence) {
            _ = try await archive.store.append(entry)
        }
        let playback = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        // From second 2 to second 8.
        let (from, to): (Int64, Int64) = (2_000_000_000, 8_000_000_000)
        let before = try await playback.movie(of: "r", from: from, to: to)
        let again = try await playback.movie(of: "r", from: from, to: to)
        #expect(before.tag == again.tag && before.byteCount == again.byteCount)
        for entry in entries where [4, 5].contains(entry.fragment.sequence) {
            _ = try await archive.store.append(entry)
        }
        let after = try await playback.movie(of: "r", from: from, to: to)
        #expect(after.tag != before.tag)
        #expect(after.byteCount > before.byteCount)
        // A new recorder with no state produces the same tag.
        let fresh = Playback(of: archive, developer: StillDeveloper(library: PipelineLibrary(home: nil)))
        #expect(try await fresh.movie(of: "r", from: from, to: to).tag == after.tag)
        try await archive.store.close()
    }
}
