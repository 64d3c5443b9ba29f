// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("What a still is taken from", .serialized, .timeLimit(.minutes(6)))
struct StillSourceTests {
    @Test("is 1920x1080 while the video is 640x360, and the recording loses no frame")
    func full() async throws {
        let home = try Home()
        let (report, outcome) = try await DemoOutput.run(home: home, seconds: 5, ["--capture", "test-full-stills"])
        #expect(outcome.code == 0 && report.verified, "\(outcome.output)\(outcome.errors)")
        #expect(report.recording.width == 640 && report.recording.height == 360)
        let frames = report.recording.frames
        #expect(frames.captured > 90 && frames.persisted == frames.captured && frames.missing == 0, "\(frames)")
        let still = try #require(report.still)
        #expect(still.width == 1_920 && still.height == 1_080)
        #expect(try await Judge.number(in: still.path) != nil)
    }

    @Test("is the next frame when there is no ring")
    func next() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--ring-bytes", "0"])
        let address = try await camera.address()
        try await nodes.ready(address)
        #expect(try await nodes.shutter(address).stills.source == "next-frame")
        for _ in 0..<5 {
            let still = try #require(try await nodes.snap().first)
            #expect(still.source == "next-frame" && still.skewMilliseconds >= 0)
        }
        #expect(try await nodes.shutter(address).stills.frames == 0)
        let doctor = try await Tool.longshot("doctor", "--home", nodes.cameraHome)
        #expect(doctor.output.contains("the next frame"))
    }

    /// JPEG at full size for stills, scaled down for the video, like `v4l2-mjpeg-full-stills`.
    private func jpegCapture(stills: String) -> String {
        """
        videotestsrc name=camera is-live=true pattern=ball
        ! video/x-raw,format=I420,width=1280,height=720,framerate=30/1
        ! tee name=split
        split.
        ! queue
        ! videoscale
        ! video/x-raw,width=640,height=360
        ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=30
        ! h264parse config-interval=-1
        ! video/x-h264,stream-format=byte-stream,alignment=au
        ! appsink name=encoded sync=false max-buffers=60 drop=false
        \(stills)
        ! queue leaky=downstream max-size-buffers=2
        ! appsink name=frames sync=false max-buffers=2 drop=true

        """
    }

    @Test("is the camera's own JPEG where the text gives that for stills, and never PNG then")
    func hardware() async throws {
        let nodes = try Nodes()
        let pipeline = try nodes.home.write(jpegCapture(stills: "split.\n! jpegenc"), as: "own.pipeline")
        let camera = try nodes.camera(["--capture", pipeline])
        let address = try await camera.address()
        try await nodes.ready(address)
        let path = nodes.home.file("still.jpg")
        let still = try #require(try await nodes.snap("-o", path).first)
        #expect(still.source == "hardware-jpeg" && still.width == 1_280 && still.height == 720)
        #expect(abs(still.skewMilliseconds) <= 17.5 + still.uncertaintyMilliseconds)
        #expect(try await Judge.probe(path).codec == "mjpeg")
        let thumbnail = try await thumbnail(of: still.id, nodes, address)
        #expect(try await size(of: thumbnail) == "320x180")
        let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--format", "png")
        #expect(refused.code == 1 && refused.errors.contains("ask for jpeg"), "\(refused.errors)")
    }

    @Test("is what the video is made of, where that is JPEG and the text has nothing for stills")
    func encoded() async throws {
        let nodes = try Nodes()
        let pipeline = try nodes.home.write(
            """
            videotestsrc name=camera is-live=true pattern=ball
            ! \(Picture.small)
            ! jpegenc name=encoder
            ! appsink name=encoded sync=false max-buffers=60 drop=false
            """, as: "only.pipeline")
        let camera = try nodes.camera(["--capture", pipeline])
        let address = try await camera.address()
        try await nodes.ready(address)
        let still = try #require(try await nodes.snap().first)
        #expect(still.source == "hardware-jpeg" && still.width == 640 && !still.clamped)
        #expect(try await nodes.shutter(address).stills.source == "hardware-jpeg")
    }

    @Test("is refused when it claims 65535x65535, with the reason and with flat memory; the video goes on")
    func hostile() async throws {
        let nodes = try Nodes()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: await picture(in: nodes.home)))
        let frame = try #require(bytes.range(of: Data([0xFF, 0xC0]))).lowerBound
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        try bytes.write(to: URL(fileURLWithPath: nodes.home.file("huge.jpg")))
        let source =
            // Without do-timestamp, the parser sometimes gives its buffers no time.
            "multifilesrc location=\(nodes.home.file("huge.jpg")) loop=true do-timestamp=true caps=image/jpeg,framerate=30/1\n"
            + "! identity sleep-time=33000\n! jpegparse"
        let pipeline = try nodes.home.write(jpegCapture(stills: source), as: "hostile.pipeline")
        let camera = try nodes.camera(["--capture", pipeline])
        let address = try await camera.address()
        try await nodes.ready(address)
        try await refuses("JPEG of 65535x65535", nodes)
        let before = try peak(of: camera)
        for _ in 0..<3 {
            let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome)
            #expect(refused.code == 1 && refused.errors.contains("JPEG of 65535x65535"), "\(refused.errors)")
        }
        #expect(try peak(of: camera) - before < 65_536)
        #expect(try await nodes.shutter(address).health == "green")
    }

    @Test("is refused with the reason when the branch for stills has no time stamps")
    func untimed() async throws {
        let nodes = try Nodes()
        let picture = try await picture(in: nodes.home)
        let source = "multifilesrc location=\(picture) loop=true caps=image/jpeg\n! identity sleep-time=33000"
        let text = try nodes.home.write(jpegCapture(stills: source), as: "untimed.pipeline")
        let camera = try nodes.camera(["--capture", text])
        try await nodes.ready(try await camera.address())
        try await refuses("the buffers of `frames` have no time stamps", nodes)
    }

    /// A JPEG of 64x48 pixels.
    private func picture(in home: Home) async throws -> String {
        let path = home.file("picture.jpg")
        let made = try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48", "-frames:v", "1", path])
        #expect(made.code == 0, "\(made.errors)")
        return path
    }

    /// Waits until the camera refuses a still with a text.
    private func refuses(_ text: String, _ nodes: Nodes) async throws {
        var said = ""
        try await eventually("a still is refused with “\(text)”, but: \(said)") {
            said = try await Tool.longshot("snap", "--home", nodes.cameraHome).errors
            return said.contains(text)
        }
    }

    /// The peak memory of a node, in kB.
    private func peak(of node: Child) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(node.pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    private func thumbnail(of id: String, _ nodes: Nodes, _ address: String) async throws -> String {
        let path = nodes.home.file("thumbnail.jpg")
        try await nodes.ask(nodes.cameraHome, address, "/v1/stills/\(id)/thumbnail", into: path)
        return path
    }

    private func size(of picture: String) async throws -> String {
        try await Tool.run("exiftool", ["-s3", "-ImageSize", picture]).output.filter { !$0.isNewline }
    }
}
