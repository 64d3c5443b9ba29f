// SPDX-License-Identifier: Apache-2.0
import Pipelines
import SystemPackage
import Testing
import Video4Linux

@testable import Camera

@Suite("What is run for a camera when nothing is said", .timeLimit(.minutes(1)))
struct CaptureChoiceTests {
    private func mode(_ format: String, _ width: Int, _ height: Int, _ rate: Int) -> VideoMode {
        VideoMode(format: format, width: width, height: height, rateNumerator: rate, rateDenominator: 1)
    }

    /// A webcam: raw pictures are slow when they are large.
    private var webcam: [VideoMode] {
        [
            mode("YUYV", 640, 480, 30), mode("YUYV", 640, 480, 15), mode("YUYV", 1_920, 1_080, 5),
            mode("MJPG", 1_920, 1_080, 60), mode("MJPG", 1_920, 1_080, 30), mode("MJPG", 640, 480, 30),
            mode("BA81", 2_592, 1_944, 30), mode("H264", 3_840, 2_160, 30),
        ]
    }

    @Test("The largest that moves smoothly, 30 a second of 60; raw before JPEG at one size")
    func order() {
        let names = CaptureChoice.candidates(webcam).map { "\($0.format) \($0.height) \(Int($0.rate))" }
        #expect(names == ["MJPG 1080 30", "YUYV 480 30", "MJPG 480 30", "YUYV 1080 5"])
    }

    @Test("What the machine cannot encode as it comes is passed over, and said")
    func speed() async throws {
        let modes = [mode("YUYV", 1_920, 1_080, 30), mode("NV12", 1_280, 720, 30), mode("YUYV", 640, 480, 30)]
        let choice = try #require(
            await CaptureChoice(modes, of: "/dev/video2") { $0.height > 720 ? 25 : $0.height == 720 ? 38 : 200 })
        #expect(choice.pipeline == "v4l2-h264")
        #expect(
            choice.values == [
                "camera.device=/dev/video2", "format.caps=video/x-raw,width=640,height=480,framerate=30/1",
            ])
        #expect(
            choice.why == "640x480 at 30 a second, of which this machine encodes 200; "
                + "not 1920x1080 at 30 a second, of which it encodes 25; "
                + "not 1280x720 at 30 a second, of which it encodes 38")
        #expect(await CaptureChoice(modes, of: "/dev/video2") { _ in 0 } == nil)
        let jpeg = try #require(await CaptureChoice(webcam, of: "/dev/video0") { _ in 0 })
        #expect(jpeg.values.last == "format.caps=image/jpeg,width=1920,height=1080,framerate=30/1")
    }

    @Test("The speed is that of the pipeline itself: a small picture is faster than a large one")
    func measured() async {
        let library = PipelineLibrary(home: FilePath("/nonexistent"))
        let small = await EncoderSpeed.measure(mode("YUYV", 320, 240, 30), library: library)
        let large = await EncoderSpeed.measure(mode("YUYV", 1_280, 720, 30), library: library)
        #expect(small > large)
        #expect(small > 0)
    }
}
