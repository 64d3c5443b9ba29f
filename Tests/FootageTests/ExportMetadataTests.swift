// SPDX-License-Identifier: Apache-2.0

import Disk
import Foundation
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("What an export says about itself", .timeLimit(.minutes(3)))
struct ExportMetadataTests {
    private let recording = StoreFixture.recording.id
    /// 2026-11-24T23:59:58.5Z, the capture time of the first frame.
    private static let start: Int64 = 1_795_564_798_500_000_000
    private static let device = CaptureDevice(make: "Maker é", model: "Model 3", orientation: .clockwise)

    @Test("ffprobe and exiftool show time, name, make, model, time code and gaps; ffmpeg plays every frame from 0")
    func judges() async throws {
        try await withScratch { directory in
            let store = try await recorded(frames: 90, leavingOut: [2], in: directory)
            let same = gap(30..<60, .notEncoded)
            try await store.add([same, gap(30..<60, .driverDropped), gap(75..<76, .damagedPicture)])
            let file = directory.appending("all.mp4")
            let summary = try await store.export(recording: recording, output: file)
            #expect(summary.duration == 270_000 && summary.gaps.count == 3)

            let seen = try await probe(file)
            #expect(seen.format.tags?["creation_time"] == "2026-11-24T23:59:58.000000Z")
            #expect(seen.format.tags?["title"] == "Door / left")
            #expect(seen.format.tags?["make"] == "Maker é" && seen.format.tags?["model"] == "Model 3")
            #expect(seen.streams[0].codec_type == "video" && seen.streams[0].start_time == "0.000000")
            #expect(seen.streams[0].tags?["timecode"] == "23:59:58:15")
            #expect(seen.streams[0].tags?["creation_time"] == "2026-11-24T23:59:58.000000Z")
            #expect(
                seen.chapters.map(\.start_time) == ["0.000000", "1.000000", "2.000000", "2.500000", "2.533000"])
            #expect(seen.chapters.map(\.end_time) == ["1.000000", "2.000000", "2.500000", "2.533000", "3.000000"])
            let titles = seen.chapters.map { $0.tags["title"] ?? "" }
            #expect(titles[0] == "Start")
            #expect(titles[1].hasPrefix("30 frames missing: ") && titles[1].contains("; 30 frames missing: "))
            #expect(titles[2] == "Recording" && titles[4] == "Recording")
            #expect(titles[3] == "1 frame missing: the camera delivered damaged pictures; check its cable")

            let tags = try await exif(file)
            #expect(tags["CreateDate"] as? String == "2026:11:24 23:59:58")
            #expect(tags["TrackCreateDate"] as? String == "2026:11:24 23:59:58")
            #expect(tags["Title"] as? String == "Door / left")
            #expect(tags["Make"] as? String == "Maker é" && tags["Model"] as? String == "Model 3")
            #expect(tags["Rotation"] as? Int == 90)
            #expect((tags["ChapterList"] as? [String])?.count == 5)
            #expect(tags["StartTimecode"] as? String == "23:59:58:15")

            #expect(try await Tool.probe(file)["nb_read_frames"] == "60")
            #expect(try await Tool.decodeErrors(file) == "")
            let played = try await Tool.launch(
                "filesrc location=\(file.string) ! qtdemux ! h264parse ! avdec_h264 ! fakesink")
            #expect(played.succeeded && played.errors == "")
        }
    }

    @Test("A range has the time of its first shown frame, and chapters from there")
    func range() async throws {
        try await withScratch { directory in
            let store = try await recorded(frames: 90, in: directory)
            try await store.add([gap(10..<12, .notEncoded), gap(50..<51, .notEncoded), gap(80..<81, .notEncoded)])
            let file = directory.appending("range.mp4")
            let summary = try await store.export(
                recording: recording, from: position(45), to: position(75), output: file)
            #expect(summary.hiddenFrames == 15)
            let seen = try await probe(file)
            #expect(seen.format.tags?["creation_time"] == "2026-11-25T00:00:00.000000Z")
            #expect(seen.streams[0].tags?["timecode"] == "00:00:00:00")
            #expect(seen.chapters.map(\.start_time) == ["0.000000", "0.167000", "0.200000"])
            #expect(try await Tool.decodeErrors(file) == "")
        }
    }

    @Test("A whole recording without known clocks has neither time nor time code, and without gaps no chapters")
    func bare() async throws {
        try await withScratch { directory in
            let store = try await recorded(frames: 30, clock: nil, in: directory)
            let file = directory.appending("all.mp4")
            _ = try await store.export(recording: recording, output: file)
            let seen = try await probe(file)
            #expect(seen.format.tags?["creation_time"] == nil && seen.format.tags?["title"] == "Door / left")
            #expect(seen.streams.count == 1 && seen.chapters.isEmpty)
            let tags = try await exif(file)
            #expect(tags["Rotation"] as? Int == 0 && tags["ChapterList"] == nil && tags["Make"] == nil)
        }
    }

    @Test("Players turn the picture as the camera is mounted", arguments: PictureOrientation.allCases)
    func orientation(_ orientation: PictureOrientation) async throws {
        try await withScratch { directory in
            var clock = Self.clock
            clock.account?.device.orientation = orientation
            let store = try await recorded(frames: 2, clock: clock, in: directory)
            let file = directory.appending("all.mp4")
            _ = try await store.export(recording: recording, output: file)
            let filter =
                switch orientation {
                case .upright: "null"
                case .clockwise: "transpose=clock"
                case .reversed: "hflip,vflip"
                case .anticlockwise: "transpose=cclock"
                case .mirrored: "hflip"
                case .mirroredClockwise: "hflip,transpose=clock"
                case .mirroredReversed: "hflip,hflip,vflip"
                case .mirroredAnticlockwise: "hflip,transpose=cclock"
                }
            let (shown, wanted) = (
                try await pictures([], file, "null"), try await pictures(["-noautorotate"], file, filter)
            )
            #expect(shown.count == 2 && shown == wanted)
        }
    }

    @Test("Equal archives give equal bytes; another name, device, clock or gap gives another version")
    func versions() async throws {
        try await withScratch { directory in
            let store = try await recorded(frames: 60, in: directory)
            let first = try await store.outline(recording: recording)
            #expect(try await store.outline(recording: recording).tag == first.tag)
            let other = try await recorded(frames: 60, in: directory.appending("other"))
            #expect(try await other.outline(recording: recording).head == first.head)

            var outline = first
            func changed(_ what: String) async throws {
                #expect(try await !store.isCurrent(outline, from: nil, to: nil), "\(what)")
                let next = try await store.outline(recording: recording)
                #expect(next.tag != outline.tag, "\(what)")
                #expect(try await store.isCurrent(next, from: nil, to: nil), "\(what)")
                outline = next
            }
            var clock = Self.clock
            clock.account?.device.orientation = .upright
            try await store.set(clock)
            try await changed("orientation")
            clock.account?.device.make = nil
            try await store.set(clock)
            try await changed("make")
            clock = EpochClock(
                camera: clock.camera, epoch: 1, tick: clock.tick, utc: clock.utc + 1, uncertainty: 0,
                account: clock.account)
            try await store.set(clock)
            try await changed("clock")
            var renamed = StoreFixture.recording
            renamed.cameraName = "Window"
            try await store.update(renamed)
            try await changed("name")
            try await store.add(gap(10..<11, .notEncoded))
            try await changed("gap")
            // The recording goes on while its beginning is played.
            try await store.add(gap(70..<71, .notEncoded))
            #expect(try await store.isCurrent(outline, from: nil, to: nil))
        }
    }

    @Test("A file beyond 4 GB has its time code and chapters, and its last frame at the right place")
    func large() async throws {
        try await withScratch { directory in
            var table = SampleTable()
            let size = 1 << 20
            for index in 0..<4200 {
                if index % 10 == 0 { table.beginChunk() }
                table.append(size: size, isSync: true, elapsed: 3000)
            }
            table.endLast(after: 3000)
            var header = MovieHeader(format: try .jpeg(width: 64, height: 48))
            header.metadata = MovieMetadata(
                createdAt: Self.start, name: "n", timecode: Timecode(utc: Self.start, interval: 3000),
                chapters: [.init(start: 9_000_000, title: "late"), .init(start: .max, title: "end")])
            let head = MovieOutline.head(header, table, table.times())
            // A sparse file: only its head uses disk space.
            let path = directory.appending("large.mp4")
            try ScratchFile.write(head, to: path)
            let file = try FileSystem.open(path, .readWrite)
            try FileSystem.cut(file, to: head.count + table.byteCount, path)
            try file.close()
            let seen = try await probe(path, hasPictures: false)
            #expect(seen.streams.first?.tags?["timecode"] == "23:59:58:15")
            #expect(seen.chapters.map(\.start_time) == ["0.000000", "100.000000", "139.999000"])
            let last = try await Tool.run(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", "v", "-read_intervals", "139.95%+1", "-show_entries",
                    "packet=pts,size,pos", "-of", "csv=p=0", path.string,
                ]
            ).text.split(separator: "\n").last.map(String.init)
            #expect(last == "\(4199 * 3000),\(size),\(head.count + 4199 * size)")
        }
    }

    @Test("A gap between two epochs is a chapter from the end of the first one to the second one")
    func epochs() async throws {
        try await withScratch { directory in
            let store = try await recorded(frames: 30, in: directory)
            let buffers = try await EncodedVideo.h264(frames: 30, in: directory)
            for closed in try EncodedVideo.fragments(EncodedVideo.units(buffers, from: 50)) {
                _ = try await store.append(StoreFixture.entry(of: closed, epoch: 2))
            }
            try await store.set(
                EpochClock(
                    camera: "node", epoch: 2, tick: Tick(rawValue: 50), utc: Self.start + 3_000_000_000, uncertainty: 0)
            )
            var between = Gap(
                recording: recording, epoch: 2, firstTick: Tick(rawValue: 50), lastTick: Tick(rawValue: 50), frames: 0,
                reason: .cameraRestarted)
            (between.isUncounted, between.atMost) = (true, 60)
            try await store.add(between)
            let file = directory.appending("all.mp4")
            _ = try await store.export(recording: recording, output: file)
            let chapters = try await probe(file).chapters
            try #require(chapters.count == 3)
            #expect(chapters.map(\.start_time) == ["0.000000", "1.000000", "3.000000"])
            #expect(chapters.last?.tags["title"] == "Recording")
            #expect(chapters[1].tags["title"] == "At most 60 frames missing that nobody counted: the camera restarted")
        }
    }
}

extension ExportMetadataTests {
    private struct Seen: Decodable {
        struct Stream: Decodable {
            let codec_type: String
            let start_time: String
            let tags: [String: String]?
        }
        struct Chapter: Decodable {
            let start_time: String
            let end_time: String
            let tags: [String: String]
        }
        struct Format: Decodable { let tags: [String: String]? }
        let streams: [Stream]
        let chapters: [Chapter]
        let format: Format
    }

    private static let clock = EpochClock(
        camera: "node", epoch: 1, tick: Tick(rawValue: 900_000), utc: start, uncertainty: 0,
        account: EpochAccount(id: "e", cameraEpoch: 1, device: device))

    private func probe(_ file: FilePath, hasPictures: Bool = true) async throws -> Seen {
        let output = try await Tool.run(
            "ffprobe",
            ["-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", file.string])
        #expect(output.errors == "" || !hasPictures)
        return try JSONDecoder().decode(Seen.self, from: Data(output.text.utf8))
    }

    private func exif(_ file: FilePath) async throws -> [String: Any] {
        let output = try await Tool.run("exiftool", ["-j", "-struct", "-ee", file.string])
        let list = try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]]
        let tags = try #require(list?.first)
        #expect(tags["Warning"] == nil && tags["Error"] == nil)
        return tags
    }

    /// The checksums of the pictures that ffmpeg shows.
    private func pictures(_ options: [String], _ file: FilePath, _ filter: String) async throws -> [String] {
        let output = try await Tool.run(
            "ffmpeg",
            ["-v", "error"] + options + ["-i", file.string, "-map", "0:v", "-vf", filter, "-f", "framemd5", "-"])
        return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    private func position(_ frame: Int64) -> FootagePosition {
        FootagePosition(epoch: 1, tick: Tick(rawValue: 900_000 + frame * 3_000))
    }

    private func gap(_ frames: Range<Int64>, _ reason: GapReason) -> Gap {
        Gap(
            recording: recording, epoch: 1, firstTick: position(frames.lowerBound).tick,
            lastTick: position(frames.upperBound - 1).tick, frames: frames.count, reason: reason)
    }

    /// A recording of real video in fragments of 1 s.
    private func recorded(
        frames: Int, leavingOut: Set<Int> = [], clock: EpochClock? = Self.clock, in directory: FilePath
    ) async throws -> FootageStore {
        try await StoreFixture.store(
            of: EncodedVideo.units(try await EncodedVideo.h264(frames: frames, in: directory)), leavingOut: leavingOut,
            clock: clock, in: directory)
    }
}
