// SPDX-License-Identifier: Apache-2.0
import Foundation
import Pipelines
import SystemPackage
import Testing
import Video4Linux
import Wire

@testable import Camera

@Suite("What is run for a camera when nothing is said", .timeLimit(.minutes(1)))
struct CaptureChoiceTests {
    private func mode(_ format: String, _ width: Int, _ height: Int, _ rate: Int) -> VideoMode {
        VideoMode(format: format, width: width, height: height, rateNumerator: rate, rateDenominator: 1)
    }

    /// A webcam: large raw pictures have a low frame rate.
    private var webcam: [VideoMode] {
        [
            mode("YUYV", 640, 480, 30), mode("YUYV", 640, 480, 15), mode("YUYV", 1_920, 1_080, 5),
            mode("MJPG", 1_920, 1_080, 60), mode("MJPG", 1_920, 1_080, 30), mode("MJPG", 640, 480, 30),
            mode("BA81", 2_592, 1_944, 30), mode("H264", 3_840, 2_160, 30),
        ]
    }

    @Test("The largest that moves smoothly, 30 a second of 60; raw before H.264 before JPEG at one size")
    func order() {
        let modes = webcam + [mode("H264", 640, 480, 30), mode("HEVC", 640, 480, 30)]
        let names = CaptureChoice.candidates(modes).map { "\($0.format) \($0.height) \(Int($0.rate))" }
        #expect(names == ["H264 2160 30", "MJPG 1080 30", "YUYV 480 30", "H264 480 30", "MJPG 480 30", "YUYV 1080 5"])
    }

    @Test("A camera's own H.264 is recorded as it comes, where there is a pipeline for it")
    func native() async throws {
        let own = await CaptureChoice(webcam, by: .v4l2("/dev/video0"), encoders: software) { _, _ in 200 }
        #expect(own?.pipeline == "v4l2-h264-native")
        #expect(own?.values.last == "format.caps=video/x-h264,width=3840,height=2160,framerate=30/1")
        #expect(own?.why == "3840x2160 at 30 a second as the camera's own H.264, recorded as it comes")
        var way = CaptureWay.v4l2("/dev/video0")
        way.h264 = nil
        let other = await CaptureChoice(webcam, by: way, encoders: software) { _, _ in 200 }
        #expect(other?.pipeline == "v4l2-mjpeg")
    }

    private let software = ["v4l2-h264"]

    @Test("What the machine cannot encode as it comes is passed over, and said")
    func speed() async throws {
        let modes = [mode("YUYV", 1_920, 1_080, 30), mode("NV12", 1_280, 720, 30), mode("YUYV", 640, 480, 30)]
        let choice = try #require(
            await CaptureChoice(modes, by: .v4l2("/dev/video2"), encoders: software) { mode, _ in
                mode.height > 720 ? 25 : mode.height == 720 ? 38 : 200
            })
        #expect(choice.pipeline == "v4l2-h264")
        #expect(
            choice.values == [
                "camera.device=/dev/video2", "format.caps=video/x-raw,width=640,height=480,framerate=30/1",
            ])
        #expect(
            choice.why == "640x480 at 30 a second, of which it encodes 200 on this machine; "
                + "not 1920x1080 at 30 a second, of which v4l2-h264 encodes 25; "
                + "not 1280x720 at 30 a second, of which v4l2-h264 encodes 38")
        #expect(await CaptureChoice(modes, by: .v4l2("/dev/video2"), encoders: software) { _, _ in 0 } == nil)
        let photographs = webcam.filter { $0.format != "H264" }
        let jpeg = try #require(
            await CaptureChoice(photographs, by: .v4l2("/dev/video0"), encoders: software) { _, _ in 0 })
        #expect(jpeg.values.last == "format.caps=image/jpeg,width=1920,height=1080,framerate=30/1")
    }

    @Test("The largest picture is encoded by whatever can; one that hardware cannot do is left to the processor")
    func hardware() async throws {
        let modes = [mode("YUYV", 1_920, 1_080, 30), mode("YUYV", 640, 480, 30)]
        let encoders = CaptureWay.v4l2("").encoders
        let fast = await CaptureChoice(modes, by: .v4l2("/dev/video0"), encoders: encoders) { _, encoder in
            encoder == "v4l2-h264" ? 25 : 240
        }
        #expect(fast?.pipeline == "v4l2-h264-va")
        #expect(fast?.values.last?.contains("height=1080") == true)
        #expect(fast?.why == "1920x1080 at 30 a second, of which it encodes 240 on this machine")
        let broken = await CaptureChoice(modes, by: .v4l2("/dev/video0"), encoders: encoders) { mode, encoder in
            encoder == "v4l2-h264" ? 60 : encoder == "v4l2-h264-m2m" && mode.height < 720 ? 300 : 0
        }
        #expect(broken?.pipeline == "v4l2-h264")
        #expect(broken?.values.last?.contains("height=1080") == true)
        #expect(broken?.why.contains("not 1920x1080 at 30 a second, of which v4l2-h264-va encodes 0") == true)
    }

    @Test("The speed is that of the pipeline itself, whatever encodes in it, and whoever wrote it")
    func measured() async throws {
        let home = FilePath(NSTemporaryDirectory()).appending("longshot-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        let folder = home.appending("pipelines/capture").string
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A pipeline of the owner replaces one for hardware, which this machine may not have.
        let text = """
            v4l2src device=/dev/video7 name=camera do-timestamp=true
            ! capsfilter name=format caps=video/x-raw
            ! videoconvert ! openh264enc name=encoder ! h264parse
            ! video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=encoded sync=false max-buffers=60
            """
        try text.write(toFile: folder + "/v4l2-h264-va.pipeline", atomically: true, encoding: .utf8)
        let library = PipelineLibrary(home: home)
        let usable = CameraDevices.usable(CaptureWay.v4l2("").encoders, library)
        #expect(usable.first == "v4l2-h264-va" && usable.last == "v4l2-h264")
        for encoder in ["v4l2-h264", "v4l2-h264-va"] {
            let small = await EncoderSpeed.measure(mode("YUYV", 320, 240, 30), with: encoder, library: library)
            let large = await EncoderSpeed.measure(mode("YUYV", 1_280, 720, 30), with: encoder, library: library)
            #expect(small > large && large > 0, "\(encoder): \(small), \(large)")
        }
        // A pipeline whose encoder fails has speed 0.
        try text.replacing("! videoconvert", with: "! identity error-after=20 ! videoconvert")
            .write(toFile: folder + "/v4l2-h264-va.pipeline", atomically: true, encoding: .utf8)
        #expect(await EncoderSpeed.measure(mode("YUYV", 320, 240, 30), with: "v4l2-h264-va", library: library) == 0)
    }
}
