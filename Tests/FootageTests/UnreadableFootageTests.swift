// SPDX-License-Identifier: Apache-2.0
import Disk
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("A movie of damaged footage", .timeLimit(.minutes(2)))
struct UnreadableFootageTests {
    private let recording = StoreFixture.recording.id

    /// A recording of 150 frames in segments of 2 s.
    private func recorded(in directory: FilePath) async throws -> FootageStore {
        try await StoreFixture.store(
            of: EncodedVideo.units(try await EncodedVideo.h264(frames: 150, in: directory)),
            limits: .init(segmentDuration: 2 * Tick.perSecond), in: directory)
    }

    /// The fragments in the order of capture.
    private func fragments(_ store: FootageStore) async throws -> [StoredFragment] {
        try await store.fragments(recording: recording, after: nil, limit: 1_000)
    }

    /// Flips a bit near the end of a stored fragment.
    private func damage(_ fragment: StoredFragment, in directory: FilePath) throws {
        let path = directory.appending("store/\(fragment.segment.path)")
        var bytes = try ScratchFile.read(path)
        bytes[fragment.offset + fragment.byteCount - 20] ^= 1
        try ScratchFile.write(bytes, to: path)
    }

    /// The shown frames of a file, decoded by FFmpeg, without a complaint.
    private func decodes(_ output: FilePath, frames: Int) async throws {
        let probe = try await Tool.probe(output)
        #expect(probe["nb_read_frames"] == "\(frames)", "\(probe)")
        #expect(try await Tool.decodeErrors(output) == "")
    }

    @Test("is refused, unless it may leave out what is damaged: then it has a gap, and lasts as long as before")
    func damagedBytes() async throws {
        try await withScratch { directory in
            let store = try await recorded(in: directory)
            let all = try await fragments(store)
            let bad = all[2]
            try damage(bad, in: directory)
            let output = directory.appending("x.mp4")
            await #expect(throws: FootageError.self) { try await store.export(recording: recording, output: output) }
            let summary = try await store.export(
                recording: recording, output: output, leavingOut: UnreadableFootage(checksBytes: true))
            #expect(summary.frames == 150 - bad.frames && summary.duration == 150 * 3000)
            #expect(summary.gaps.map(\.reason) == [.digestMismatch] && summary.gaps.map(\.frames) == [bad.frames])
            #expect(summary.gaps.first?.firstTick == bad.firstTick)
            try await decodes(output, frames: 150 - bad.frames)
        }
    }

    @Test("counts the same frames as its table, wherever it begins", arguments: [false, true])
    func table(ofLongGroups isLong: Bool) async throws {
        try await withScratch { directory in
            let units = try EncodedVideo.units(
                try await EncodedVideo.h264(frames: 150, keyFrames: isLong ? 60 : 30, in: directory))
            let store = try await StoreFixture.store(
                of: units, limits: .init(maximumDuration: Tick.perSecond), in: directory)
            let all = try await fragments(store)
            let bad = all[2]
            try damage(bad, in: directory)
            let output = directory.appending("x.mp4")
            for start in [nil, all[1].firstTick + 4_000, bad.firstTick + 4_000, all[3].firstTick + 4_000] {
                let from = start.map { FootagePosition(epoch: 1, tick: $0) }
                let summary = try await store.export(
                    recording: recording, from: from, output: output, leavingOut: UnreadableFootage(checksBytes: true))
                let shown = try await store.shownFrames(
                    recording: recording, from: from, to: nil, leavingOut: summary.leftOut)
                #expect(shown.count == summary.frames - summary.hiddenFrames, "from \(String(describing: start))")
                #expect(!shown.contains { (bad.firstTick...bad.lastTick).contains($0.tick) })
            }
        }
    }

    @Test("plays around a file that is gone, from before it, from within it and from behind it")
    func missingFile() async throws {
        try await withScratch { directory in
            let store = try await recorded(in: directory)
            let all = try await fragments(store)
            let file = try #require(all.map(\.segment).first { $0.path != all[0].segment.path })
            let gone = all.filter { $0.segment.path == file.path }
            try FileSystem.remove(directory.appending("store/\(file.path)"))
            let lost = gone.reduce(0) { $0 + $1.frames }
            let output = directory.appending("x.mp4")
            for start in [nil, gone[0].firstTick + 3_000] {
                let from = start.map { FootagePosition(epoch: 1, tick: $0) }
                let summary = try await store.export(
                    recording: recording, from: from, output: output, leavingOut: UnreadableFootage())
                let seconds = Double(summary.duration) / 90_000
                #expect(summary.gaps.map(\.reason) == [.fileMissing] && summary.gaps.map(\.frames) == [lost])
                #expect(try await Tool.decodeErrors(output) == "", "from \(String(describing: from))")
                // A start in the gap shows the last frame before it for the rest of the gap.
                let whole = start.map { Double(all[0].firstTick + 150 * 3_000 - $0) / 90_000 } ?? 5
                #expect(abs(seconds - whole) < 0.04, "\(seconds) of \(whole)")
            }
        }
    }

    @Test("goes on with the next key frame, although fragments before that are whole")
    func longGroups() async throws {
        try await withScratch { directory in
            let units = try EncodedVideo.units(try await EncodedVideo.h264(frames: 270, keyFrames: 90, in: directory))
            let store = try await StoreFixture.store(
                of: units, limits: .init(maximumDuration: Tick.perSecond), in: directory)
            let all = try await fragments(store)
            let bad = try #require(all.indices.dropFirst().first { all[$0].isSync })
            try #require(!all[bad + 1].isSync)
            let output = directory.appending("x.mp4")
            let summary = try await store.export(
                recording: recording, output: output, leavingOut: UnreadableFootage(known: [all[bad].digest]))
            #expect(summary.frames == 180 && summary.duration == 270 * 3000)
            #expect(summary.gaps.map(\.frames) == [90], "what cannot be decoded is missing, too")
            try await decodes(output, frames: 180)
        }
    }

    @Test("leaves out fragments that were found to be damaged before, without reading others")
    func known() async throws {
        try await withScratch { directory in
            let store = try await recorded(in: directory)
            let bad = try await fragments(store)[1]
            let outline = try await store.outline(
                recording: recording, leavingOut: UnreadableFootage(known: [bad.digest]))
            #expect(outline.leftOut.map(\.sequences) == [bad.id.sequence...bad.id.sequence])
            #expect(!outline.holds(any: [bad.digest]))
            #expect(try await store.isCurrent(outline, from: nil, to: nil), "it is not made again for each request")
            #expect(try await store.outline(recording: recording).holds(any: [bad.digest]))
            let within = FootagePosition(epoch: 1, tick: bad.firstTick + 3_000)
            let late = try await store.outline(
                recording: recording, from: within, leavingOut: UnreadableFootage(known: [bad.digest]))
            #expect(late.leftOut.count == 1)
            #expect(
                try await store.isCurrent(late, from: within, to: nil), "also if it is decoded from before the damage")
        }
    }

    @Test("An error that says nothing about a file leaves nothing out")
    func otherErrors() {
        #expect(GapReason(damage: DiskError.system(operation: "open", path: "x", code: 13)) == nil)
        #expect(GapReason(damage: DiskError.system(operation: "open", path: "x", code: 2)) == .fileMissing)
        #expect(GapReason(damage: FootageError.catalog("busy")) == nil)
    }
}
