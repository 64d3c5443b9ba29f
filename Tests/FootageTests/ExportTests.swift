// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("Export", .timeLimit(.minutes(3)))
struct ExportTests {
    private let recording = StoreFixture.recording.id

    @Test("A whole recording plays from 0 to its true end with every frame, over several files")
    func whole() async throws {
        try await withScratch { directory in
            let (store, _) = try await recorded(frames: 150, in: directory)
            let output = directory.appending("all.mp4")
            let summary = try await store.export(recording: recording, output: output)
            #expect(summary.frames == 150 && summary.hiddenFrames == 0 && summary.duration == 150 * 3000)
            #expect(summary.digest == Digest(of: try ScratchFile.read(output)))
            #expect(summary.byteCount == (try ScratchFile.read(output).count))
            #expect(StoreFixture.files(directory).filter { $0.contains("e0") }.count > 1)
            let probe = try await Tool.probe(output)
            #expect(probe["nb_read_frames"] == "150")
            #expect(probe["start_time"] == "0.000000")
            #expect(probe["duration"] == "5.000000")
            #expect(try await Tool.decodeErrors(output) == "")
            #expect(!ScratchFile.files(below: directory).contains { $0.hasSuffix(".mp4.part") })
        }
    }

    @Test(
        "A range shows exactly its frames, whatever key frame it has to start from",
        arguments: [(0, 150), (0, 1), (1, 2), (29, 31), (37, 44), (75, 120), (100, 150), (149, 150)]
    )
    func range(from: Int, to: Int) async throws {
        try await withScratch { directory in
            let (store, first) = try await recorded(frames: 150, in: directory)
            let output = directory.appending("range.mp4")
            let summary = try await store.export(
                recording: recording,
                from: FootagePosition(epoch: 1, tick: first + Int64(from) * 3000),
                to: FootagePosition(epoch: 1, tick: first + Int64(to) * 3000),
                output: output
            )
            #expect(summary.duration == Int64(to - from) * 3000)
            #expect(summary.frames - summary.hiddenFrames == to - from)
            #expect(try await shown(output) == shown(reference(directory), from: from, to: to))
            let probe = try await Tool.probe(output)
            #expect(probe["start_time"] == "0.000000")
            #expect(probe["errors"] == "")
        }
    }

    @Test("A range that starts between two frames starts with the frame then on screen")
    func betweenFrames() async throws {
        try await withScratch { directory in
            let (store, first) = try await recorded(frames: 60, in: directory)
            let output = directory.appending("range.mp4")
            let summary = try await store.export(
                recording: recording,
                from: FootagePosition(epoch: 1, tick: first + 10 * 3000 + 1000),
                to: FootagePosition(epoch: 1, tick: first + 20 * 3000 + 2000),
                output: output
            )
            #expect(summary.duration == 10 * 3000 + 1000)
            #expect(summary.hiddenFrames == 10 && summary.frames == 21)
        }
    }

    @Test(
        "A moment in milliseconds means the frame that begins within half of one",
        arguments: [(-30, -30, 20), (-45, 0, 20), (-46, 0, 21), (0, 46, 21), (0, 45, 20)] as [(Int64, Int64, Int)])
    func milliseconds(from early: Int64, to late: Int64, shown: Int) async throws {
        try await withScratch { directory in
            let (store, first) = try await recorded(frames: 60, in: directory)
            let summary = try await store.export(
                recording: recording,
                from: FootagePosition(epoch: 1, tick: first + 10 * 3000 + early),
                to: FootagePosition(epoch: 1, tick: first + 30 * 3000 + late),
                output: directory.appending("range.mp4"))
            #expect(summary.frames - summary.hiddenFrames == shown)
        }
    }

    @Test("Motion JPEG is exported too")
    func jpeg() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.jpeg(frames: 45, in: directory)
            let store = try await store(of: EncodedVideo.units(buffers, codec: .jpeg), in: directory)
            let output = directory.appending("out.mp4")
            let start = FootagePosition(epoch: 1, tick: Tick(rawValue: 900_000 + 7 * 3000))
            let summary = try await store.export(recording: recording, from: start, output: output)
            #expect(summary.frames == 38 && summary.hiddenFrames == 0)
            let probe = try await Tool.probe(output)
            #expect(probe["codec_name"] == "mjpeg" && probe["nb_read_frames"] == "38")
            #expect(try await Tool.decodeErrors(output) == "")
        }
    }

    @Test("A hole keeps its length: the frame before it stays")
    func hole() async throws {
        try await withScratch { directory in
            let (store, first) = try await recorded(frames: 150, leavingOut: [2], in: directory)
            let output = directory.appending("out.mp4")
            let summary = try await store.export(recording: recording, output: output)
            #expect(summary.frames < 150)
            #expect(summary.duration == 150 * 3000)
            #expect(try await Tool.probe(output)["duration"] == "5.000000")
            // A range that starts in the hole shows the frame before it.
            let middle = FootagePosition(epoch: 1, tick: first + 45 * 3000)
            let inside = try await store.export(recording: recording, from: middle, output: output)
            #expect(inside.duration == 105 * 3000)
        }
    }

    @Test("Time between epochs is that of the clocks, or left out when they do not say")
    func epochs() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.h264(frames: 30, in: directory)
            let store = try await store(of: EncodedVideo.units(buffers), in: directory)
            for closed in try EncodedVideo.fragments(EncodedVideo.units(buffers, from: 50)) {
                _ = try await store.append(StoreFixture.entry(of: closed, epoch: 2))
            }
            let output = directory.appending("out.mp4")
            #expect(try await store.export(recording: recording, output: output).duration == 60 * 3000)
            for (epoch, tick, utc) in [(1, 900_000, 10), (2, 50, 17)] as [(Int, Int64, Int64)] {
                try await store.set(
                    EpochClock(
                        camera: "node", epoch: epoch, tick: Tick(rawValue: tick), utc: utc * 1_000_000_000,
                        uncertainty: 0)
                )
            }
            #expect(try await store.export(recording: recording, output: output).duration == 7 * 90_000 + 30 * 3000)
            #expect(try await Tool.probe(output)["duration"] == "8.000000")
            #expect(try await Tool.decodeErrors(output) == "")
            // A range that ends or begins between them has that time too, and the gap.
            let tick = Tick(rawValue: 50)
            try await store.add(
                [
                    Gap(
                        recording: recording, epoch: 2, firstTick: tick, lastTick: tick, frames: 0,
                        reason: .cameraRestarted)
                ])
            let middle = FootagePosition(epoch: 2, tick: tick + -3 * 90_000)
            let before = try await store.export(recording: recording, to: middle, output: output)
            #expect(before.duration == 4 * 90_000 && before.frames == 30 && before.gaps.count == 1)
            #expect(try await Tool.probe(output)["duration"] == "4.000000")
            let behind = try await store.export(recording: recording, from: middle, output: output)
            #expect(behind.duration == 4 * 90_000 && behind.gaps.count == 1)
            #expect(try await Tool.probe(output)["duration"] == "4.000000")
        }
    }

    @Test("A change of size is refused with its time; the parts before and after it are exported")
    func formatChange() async throws {
        try await withScratch { directory in
            let small = try EncodedVideo.units(try await EncodedVideo.h264(frames: 45, in: directory))
            let large = try EncodedVideo.units(
                try await EncodedVideo.h264(frames: 45, width: 640, height: 480, in: directory),
                from: 900_000 + 45 * 3000
            )
            let store = try await store(of: small + large, in: directory)
            let change = FootagePosition(epoch: 1, tick: Tick(rawValue: 900_000 + 45 * 3000))
            let output = directory.appending("out.mp4")
            let expected = FormatChange(
                position: change, seconds: 1.5, before: try #require(small[0].format),
                after: try #require(large[0].format))
            await #expect(throws: FootageError.formatChanges(expected)) {
                try await store.export(recording: recording, output: output)
            }
            #expect(try await store.export(recording: recording, to: change, output: output).frames == 45)
            #expect(try await store.export(recording: recording, from: change, output: output).frames == 45)
            #expect(try await Tool.probe(output)["width"] == "640")
        }
    }

    @Test("Damage, an empty range and an unknown recording end without a file")
    func refused() async throws {
        try await withScratch { directory in
            let (store, first) = try await recorded(frames: 60, in: directory)
            let output = directory.appending("out.mp4")
            await #expect(throws: FootageError.notFound("recording none")) {
                try await store.export(recording: "none", output: output)
            }
            let start = FootagePosition(epoch: 1, tick: first)
            await #expect(throws: FootageError.self) {
                try await store.export(recording: recording, from: start, to: start, output: output)
            }
            let last = try #require(try await store.fragments(recording: recording).last)
            var bytes = try ScratchFile.read(store.path(of: last))
            bytes[last.offset + last.byteCount - 1] ^= 1
            try ScratchFile.write(bytes, to: store.path(of: last))
            await #expect(throws: FootageError.self) { try await store.export(recording: recording, output: output) }
            #expect(!ScratchFile.files(below: directory).contains { $0.hasPrefix("out.mp4") })
        }
    }

    @Test("A file beyond 4 GB gets 64 bit positions that ffprobe follows to its last frame")
    func large() async throws {
        try await withScratch { directory in
            var table = SampleTable()
            let size = 1 << 20
            for index in 0..<4200 {
                if index % 10 == 0 { table.beginChunk() }
                table.append(size: size, isSync: true, elapsed: 3000)
            }
            table.endLast(after: 3000)
            let head = MovieOutline.head(MovieHeader(format: try .jpeg(width: 64, height: 48)), table, table.times())
            // A sparse file: only its head uses disk space.
            let path = directory.appending("large.mp4")
            try ScratchFile.write(head, to: path)
            let file = try FileSystem.open(path, .readWrite)
            try FileSystem.cut(file, to: head.count + table.byteCount, path)
            try file.close()
            let output = try await Tool.run(
                "ffprobe",
                [
                    "-v", "error", "-read_intervals", "139.95%+1", "-show_entries", "packet=pts,size,pos", "-of",
                    "csv=p=0",
                    path.string,
                ]
            )
            let last = output.text.split(separator: "\n").last.map(String.init)
            #expect(last == "\(4199 * 3000),\(size),\(head.count + 4199 * size)")
        }
    }

    @Test("GStreamer plays an exported file to its end")
    func gstreamer() async throws {
        try await withScratch { directory in
            let (store, _) = try await recorded(frames: 60, in: directory)
            let output = directory.appending("all.mp4")
            _ = try await store.export(recording: recording, output: output)
            let played = try await Tool.launch(
                "filesrc location=\(output.string) ! qtdemux ! h264parse ! avdec_h264 ! fakesink")
            #expect(played.succeeded && played.errors == "")
        }
    }

    /// A recording of real video in segments of 2 s, and its first tick.
    private func recorded(
        frames: Int,
        leavingOut: Set<Int> = [],
        in directory: FilePath
    ) async throws -> (FootageStore, Tick) {
        let units = try EncodedVideo.units(try await EncodedVideo.h264(frames: frames, in: directory))
        let bytes = try EncodedVideo.fragments(units, limits: .init(segmentDuration: 1 << 40))
        try ScratchFile.write(
            InitSegment(bytes[0].format).bytes + bytes.flatMap(\.fragment.bytes), to: reference(directory))
        return (try await store(of: units, leavingOut: leavingOut, in: directory), units[0].unit.tick)
    }

    private func store(
        of units: [FormattedAccessUnit],
        leavingOut: Set<Int> = [],
        in directory: FilePath
    ) async throws -> FootageStore {
        try await StoreFixture.store(
            of: units, leavingOut: leavingOut, limits: .init(segmentDuration: 2 * Tick.perSecond), in: directory)
    }

    private func reference(_ directory: FilePath) -> FilePath { directory.appending("reference.mp4") }

    /// The checksums of the pictures that ffmpeg shows.
    private func shown(_ file: FilePath, from: Int = 0, to: Int = .max) async throws -> [String] {
        let output = try await Tool.run(
            "ffmpeg", ["-v", "error", "-i", file.string, "-fps_mode", "passthrough", "-f", "framemd5", "-"])
        let sums = output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: ",").last.map(String.init) }
        return Array(sums[from..<min(to, sums.count)])
    }
}
