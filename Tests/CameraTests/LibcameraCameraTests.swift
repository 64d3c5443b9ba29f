// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Testing
import Video4Linux
import Wire

@testable import Camera

@Suite("Cameras of libcamera")
struct LibcameraCameraTests {
    /// A sensor on a Raspberry Pi, as its plugin lists it.
    private let sensor = ProvidedDevice(
        name: "/base/soc/i2c0mux/i2c@1/imx219@10",
        caps: "video/x-raw, format=(string)NV12, width=(int)[ 32, 3280, 2 ], height=(int)[ 32, 2464, 2 ]")
    private let webcam = ProvidedDevice(
        name: "\\_SB_.PCI0.XHC0-1:1.0-046d:085c", caps: "image/jpeg, width=(int)1280, height=(int)720")

    @Test("are named after their sensor, and have the usual sizes that they can be set to")
    func modes() {
        let camera = LibcameraCamera(sensor)
        #expect(camera.name == "imx219" && !camera.isUSB)
        #expect(
            camera.modes.map { "\($0.format) \($0.width)x\($0.height)" } == [
                "NV12 1920x1080", "NV12 1280x720", "NV12 640x480",
            ])
        #expect(camera.modes.allSatisfy { $0.rate == 30 })
        let described = camera.described(modes: [])
        #expect(described.path == sensor.name && described.driver == "libcamera")
    }

    @Test("are those of USB when V4L2 has them too, with JPEG of one size")
    func usb() {
        let camera = LibcameraCamera(webcam)
        #expect(camera.isUSB)
        #expect(camera.modes.map(\.format) == ["MJPG"])
        #expect(!LibcameraCamera(ProvidedDevice(name: "x", caps: "nonsense,,")).isUSB)
        #expect(LibcameraCamera(ProvidedDevice(name: "x", caps: "nonsense,,")).modes.isEmpty)
    }

    @Test("are chosen with the pipelines of libcamera, by their names")
    func choice() async throws {
        let way = CaptureWay.libcamera(sensor.name)
        let choice = try #require(
            await CaptureChoice(LibcameraCamera(sensor).modes, by: way, encoders: ["libcamera-h264"]) { _, _ in 50 })
        #expect(choice.pipeline == "libcamera-h264")
        #expect(
            choice.values == [
                "camera.camera-name=\(sensor.name)", "format.caps=video/x-raw,width=1920,height=1080,framerate=30/1",
            ])
    }

    @Test("Buffers that are copied at a pad keep nothing of their source")
    func copies() async throws {
        let pipeline = try Pipeline(
            parsing:
                "videotestsrc name=camera num-buffers=40 ! video/x-raw,width=64,height=48 ! appsink name=sink sync=false"
        )
        let camera = try #require(pipeline.element(named: "camera"))
        #expect(camera.copyBuffers() && !camera.copyBuffers(pad: "none"))
        let sink = try pipeline.sink(named: "sink")
        let sizes = try await pipeline.playing { _ in
            var sizes: [Int] = []
            try await sink.forEach({ sample in sample.withBytes { $0.count } }, perform: { sizes.append($0) })
            return sizes
        }
        #expect(sizes.count == 40 && Set(sizes).count == 1)
    }
}
