// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A still", .serialized, .timeLimit(.minutes(6)))
struct StillTests {
    @Test("is the frame of the press, opens everywhere, and says in EXIF what it is")
    func single() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "bench camera"])
        let address = try await camera.address()
        try await nodes.ready(address)
        let path = nodes.home.file("still.jpg")
        let report = try #require(try await nodes.snap("-o", path).first)
        // The moment of the press decides which of the two is nearer.
        #expect(["ring", "next-frame"].contains(report.source))
        #expect(abs(report.skewMilliseconds) <= 17.5 + report.uncertaintyMilliseconds)
        let digest = try await Tool.run("sha256sum", [path])
        #expect(digest.output.hasPrefix(report.sha256))
        #expect(try await Judge.number(in: path) != nil)
        let exif = try await Tool.run(
            "exiftool",
            [
                "-s3", "-d", "%Y-%m-%dT%H:%M:%S", "-Model", "-SubSecDateTimeOriginal", "-ExifImageWidth",
                "-ExifImageHeight", "-OffsetTimeOriginal", "-warning", path,
            ])
        let lines = exif.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5, "\(exif.output)\(exif.errors)")
        #expect(lines.first == "bench camera")
        #expect(lines.contains("640") && lines.contains("360") && lines.contains("+00:00"))
        #expect(report.shownAt.hasPrefix(String(lines.dropFirst().first?.prefix(19) ?? "-")))
    }

    @Test("has full-range colours: black is 0 and white is 255")
    func colours() async throws {
        let nodes = try Nodes()
        let pipeline = try nodes.home.write(
            Picture.capture(
                source: "videotestsrc name=camera is-live=true pattern=smpte75",
                caps: "video/x-raw,format=I420,width=640,height=360,framerate=30/1,colorimetry=bt709"
            ).replacingOccurrences(of: "! debugqroverlay pixel-size=4\n", with: ""), as: "bars.pipeline")
        let camera = try nodes.camera(["--capture", pipeline])
        let address = try await camera.address()
        try await nodes.ready(address)
        let path = nodes.home.file("bars.jpg")
        _ = try await nodes.snap("-o", path)
        // The third bar, 75 % cyan. A wrong matrix or range would shift it by 10 or more.
        let pixel = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-vf", "crop=8:8:228:100,scale=1:1", "-f", "rawvideo", "-pix_fmt", "rgb24",
                nodes.home.file("pixel"),
            ])
        #expect(pixel.code == 0, "\(pixel.errors)")
        let rgb = [UInt8](try Data(contentsOf: URL(fileURLWithPath: nodes.home.file("pixel")))).map(Int.init)
        #expect(rgb.count == 3)
        for (found, expected) in zip(rgb, [0, 191, 191]) { #expect(abs(found - expected) <= 3, "\(rgb)") }
    }

    @Test("comes in series on the beat, and after a countdown")
    func series() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let folder = nodes.home.file("series")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Stills are reported in the order of completion, which may differ.
        let series = try await nodes.snap("--count", "20", "--every", "100ms", "-o", folder).sorted { $0.id < $1.id }
        #expect(series.count == 20)
        let first = try #require(series.first)
        for (number, still) in series.enumerated() {
            // 100 ms are 3 frames of 3,000 ticks: a late still does not delay the following ones.
            #expect(abs(still.shownTick - first.shownTick - Int64(number) * 9_000) <= 3_000)
            #expect(abs(still.skewMilliseconds) <= 17.5 + still.uncertaintyMilliseconds && !still.clamped)
        }
        // By the camera's own clock, the still of a countdown shows a frame 2 s after the press, not an earlier one.
        let before = try #require(try await nodes.snap().first)
        let timed = try #require(try await nodes.snap("--timer", "2").first)
        let behind = try #require(try await nodes.snap().first)
        #expect(timed.shownTick - before.shownTick >= 2 * 90_000 - 3_000)
        #expect(abs(timed.skewMilliseconds) <= 17.5 + timed.uncertaintyMilliseconds && !timed.clamped)
        #expect(behind.shownTick >= timed.shownTick)
        let listed = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome)
        #expect(listed.output.split(separator: "\n").count == 23)
    }

    @Test("goes into a folder that is there, and never replaces one")
    func folder() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let precious = try nodes.home.write("precious", as: "keep/sub/file.jpg")
        let report = try #require(try await nodes.snap("-o", nodes.home.file("keep")).first)
        #expect(report.path?.hasPrefix(nodes.home.file("keep/")) == true)
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        #expect(try await nodes.snap("-o", nodes.home.file("new/folder/x.jpg")).count == 1)
        #expect(FileManager.default.fileExists(atPath: nodes.home.file("new/folder/x.jpg")))

        // Without `--force` it does not replace a file either.
        let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome, "-o", precious)
        #expect(refused.code == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        let listed = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome)
        #expect(listed.output.split(separator: "\n").count == 2)
        _ = try await nodes.snap("-o", precious, "--force")
        #expect(try Data(contentsOf: URL(fileURLWithPath: precious)).prefix(2) == Data([0xFF, 0xD8]))
        let name = try #require(report.path.map { URL(fileURLWithPath: $0).lastPathComponent })
        let mine = try nodes.home.write("mine", as: "album/" + name)
        for _ in 0..<2 {
            let fetched = try await Tool.longshot(
                "stills", "fetch", report.id, "--home", nodes.cameraHome, "-o", nodes.home.file("album"))
            #expect(fetched.code == 0, "\(fetched.errors)")
            #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
            let names = try FileManager.default.contentsOfDirectory(atPath: nodes.home.file("album"))
            #expect(names.count == 2 && names.contains(String(name.dropLast(4)) + " (2).jpg"))
        }
        let fetch = ["stills", "fetch", "--home", nodes.cameraHome, "-o", nodes.home.file("new/one.jpg")]
        #expect(try await Tool.run(Tool.longshot, fetch + [report.id]).code == 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: nodes.home.file("new/one.jpg"))).prefix(2) == Data([0xFF, 0xD8]))
        let several = try await Tool.run(Tool.longshot, fetch)
        #expect(several.code == 64 && several.errors.contains("several stills need a folder"), "\(several.errors)")
        // Nothing is taken that has no place.
        for command in [["snap", "--count", "3"], ["stills", "fetch", "--all"]] {
            let blocked = try await Tool.run(Tool.longshot, command + ["--home", nodes.cameraHome, "-o", mine + "/"])
            #expect(blocked.code == 1 && blocked.errors.contains("is a file"), "\(blocked.errors)")
        }
        let notes = try nodes.home.write("text", as: "notes")
        let series = try await Tool.longshot(
            "snap", "--count", "3", "--home", nodes.cameraHome, "-o", notes)
        #expect(series.code == 1 && series.errors.contains("several stills need a folder"), "\(series.errors)")
        let after = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome)
        #expect(after.output.split(separator: "\n").count == 3)
        let none = try await Tool.longshot(
            "stills", "fetch", "--home", nodes.cameraHome, "--since", "2100-01-01T00:00:00Z")
        #expect(none.code == 0 && none.output.isEmpty, "\(none.output)\(none.errors)")
        #expect(none.errors.contains("no stills on the camera since 2100-01-01T00:00:00.000Z"), "\(none.errors)")
    }

    @Test("is not taken any more when its countdown is interrupted")
    func interrupted() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let snap = try Child(["snap", "--home", nodes.cameraHome, "--timer", "30"], home: nodes.home)
        try await eventually("the countdown runs") {
            try await nodes.hears("countdown", from: nodes.cameraHome, address)
        }
        let end = try await snap.terminate(SIGINT)
        #expect(end.code == 130)
        try await eventually("the job is cancelled") {
            try await nodes.hears("cancelled", from: nodes.cameraHome, address)
        }
    }

    @Test("is kept where it was asked to be kept")
    func save() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address)
        let recorderAddress = try await recorder.address()
        try await nodes.ready(address)
        for place in ["camera", "both", "recorder"] { _ = try await nodes.snap("--save", place) }
        try await eventually("two stills are on the recorder") {
            let files = try await nodes.ask(nodes.recorderHome, recorderAddress, "/v1/files")
            return files.components(separatedBy: "\"received\"").count == 3
        }
        try await eventually("two stills are on the camera") {
            let listed = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome)
            return listed.output.split(separator: "\n").count == 2
        }
        let received =
            FileManager.default.enumerator(atPath: nodes.recorderHome + "/files")?
            .compactMap { $0 as? String }.filter { $0.contains(".jpg") } ?? []
        #expect(received.count == 2 && received.allSatisfy { $0.hasSuffix(".jpg") })
    }
}
