// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A recording that is looked at", .serialized, .timeLimit(.minutes(4)))
struct PlaybackTests {
    private struct Timeline: Decodable {
        struct Part: Decodable {
            let from, to: Int64
            let origin: String
            let frames: Int
        }

        let id: String
        let parts: [Part]
    }

    private struct Around: Decodable {
        let previous, shown, next: Int64?
    }

    /// A file's width and number of frames, as ffprobe sees them.
    private func probe(_ file: String) async throws -> (width: Int, frames: Int) {
        let outcome = try await Tool.run(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_entries", "stream=width,nb_read_frames", "-of", "csv=p=0", file])
        let fields = outcome.output.split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Int($0) }
        #expect(fields.count == 2, "\(file): \(outcome.output)\(outcome.errors)")
        return (fields.first ?? 0, fields.last ?? 0)
    }

    @Test(
        "The recorder serves any range as the very MP4 that an export writes, any moment as a picture, and where it all lies"
    )
    func playback() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous"])
        let address = try await recorder.address()
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 150 }
        // The live picture stream of the camera during the recording, with the capture time of each picture.
        let id = try await nodes.recording(".[0].camera")
        let seen = try await Tool.run(
            "sh",
            [
                "-c",
                "timeout 3 \(nodes.curl(nodes.recorderHome)) https://\(address)/v1/cameras/\(id)/picture | grep -a -c Longshot-Captured-At",
            ])
        #expect(
            Int(seen.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 20, "\(seen.output)\(seen.errors)")
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)

        let recording = try await nodes.recording(".[0].id")
        let base = "/v1/recordings/\(recording)"
        let text = try await nodes.ask(nodes.recorderHome, address, base + "/timeline")
        let timeline = try JSONDecoder().decode(Timeline.self, from: Data(text.utf8))
        #expect(timeline.id == recording && timeline.parts.allSatisfy { $0.origin == "live" })
        #expect(timeline.parts.map(\.frames).reduce(0, +) == (try await nodes.persisted()))
        let first = try #require(timeline.parts.first)

        // The media of the whole recording, and of 2 s, equal an export byte for byte.
        for (query, range) in [
            ("", [String]()),
            ("?from=\(first.from + 1_000_000_000)&to=\(first.from + 3_000_000_000)", ["--from", "1", "--to", "3"]),
        ] {
            let (served, exported) = (nodes.home.file("served.mp4"), nodes.home.file("exported.mp4"))
            try await nodes.ask(nodes.recorderHome, address, base + "/media" + query, into: served)
            let export = try await Tool.run(
                Tool.longshot, ["export", recording, "--home", nodes.recorderHome, "-o", exported, "--force"] + range)
            #expect(export.code == 0, "\(export.errors)")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: served))
            #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: exported)), "\(query)")
            // A range request returns that part of the bytes.
            let part = nodes.home.file("part")
            let outcome = try await Tool.run(
                "sh",
                [
                    "-c",
                    "\(nodes.curl(nodes.recorderHome)) -o \(part) -w '%{http_code}' -r 20000-59999 'https://\(address)\(base)/media\(query)'",
                ])
            #expect(outcome.output == "206", "\(outcome.errors)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: part)) == bytes[20_000..<60_000])
        }
        let frame = nodes.home.file("frame.jpg")
        try await nodes.ask(
            nodes.recorderHome, address, base + "/frame?at=\(first.from + 2_500_000_000)", into: frame)
        #expect(try await probe(frame).width == 640)
        // From frame to frame, each of the first ones comes once, in both directions.
        var (places, at): ([Int64], Int64?) = ([], first.from)
        while let moment = at, places.count < 40 {
            let around = try JSONDecoder().decode(
                Around.self,
                from: Data(try await nodes.ask(nodes.recorderHome, address, base + "/frames?at=\(moment)").utf8))
            #expect(around.shown == moment && around.previous == places.last)
            places.append(moment)
            at = around.next
        }
        try await nodes.ask(nodes.recorderHome, address, base + "/media", into: nodes.home.file("whole.mp4"))
        let probed = try await Tool.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0",
                nodes.home.file("whole.mp4"),
            ])
        let times = probed.output.split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
        let mine = places.map { Double($0 - places[0]) / 1e9 }
        #expect(times.count > 40 && zip(times, mine).allSatisfy { abs($0 - times[0] - $1) < 1e-4 }, "\(times) \(mine)")
        let missing = try await nodes.ask(nodes.recorderHome, address, "/v1/recordings/nope/frame")
        #expect(missing.isEmpty)
    }

    @Test("The very frame of JPEG footage, in its own size or small; the camera's page gets its pictures as they come")
    func jpeg() async throws {
        let nodes = try Nodes()
        let capture = Picture.capture(
            caps: "video/x-raw,format=I420,width=1280,height=720,framerate=30/1", encoder: "jpegenc name=encoder",
            parser: "")
        let pipeline = try nodes.home.write(capture, as: "jpeg.pipeline")
        let camera = try nodes.camera(["--capture", pipeline])
        let cameraAddress = try await camera.address()
        let recorder = try await nodes.recorder(of: cameraAddress, ["--continuous"])
        let address = try await recorder.address()
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 60 }
        let pictures = nodes.home.file("pictures")
        _ = try await Tool.run(
            "sh",
            ["-c", "timeout 2 \(nodes.curl(nodes.cameraHome)) https://\(cameraAddress)/v1/live/picture > \(pictures)"])
        let stream = try Data(contentsOf: URL(fileURLWithPath: pictures))
        #expect(stream.starts(with: Data("--longshot\r\nContent-Type: image/jpeg\r\n".utf8)))
        let path = "/v1/recordings/\(try await nodes.recording(".[0].id"))/frame"
        for (query, width) in [("?full=1", 1_280), ("", 320)] {
            let frame = nodes.home.file("frame\(width).jpg")
            try await nodes.ask(nodes.recorderHome, address, path + query, into: frame)
            #expect(try await probe(frame).width == width)
            // The whole frame says which camera and which moment it is of, as a still does.
            let told = try await Tool.run(
                "exiftool", ["-s3", "-Model", "-SubSecDateTimeOriginal", "-ImageUniqueID", frame])
            let words = told.output.split(separator: "\n")
            #expect(words.count == (width == 1_280 ? 3 : 0), "\(told.output)\(told.errors)")
            if width == 1_280 {
                #expect(
                    words[0] == (try await nodes.recording(".[0].cameraName")) && words[2].contains("-1-"), "\(words)")
            }
        }
    }
}
