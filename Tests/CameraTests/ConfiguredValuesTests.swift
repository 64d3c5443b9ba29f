// SPDX-License-Identifier: Apache-2.0
import Pipelines
import SystemPackage
import Testing

@testable import Camera

@Suite("The values that are configured with a text")
struct ConfiguredValuesTests {
    private func file(_ name: String, _ text: String) -> PipelineFile {
        PipelineFile(name: name, category: .capture, origin: .user(FilePath("/p/\(name).pipeline")), text: text)
    }

    private var plugged: PipelineFile {
        file("plugged", "v4l2src name=camera ! capsfilter name=format caps=video/x-raw,width=1 ! x264enc name=encoder")
    }

    private func configured(_ values: String...) -> ConfiguredValues { ConfiguredValues(file: plugged, values: values) }

    @Test("all go to their text, also after an edit that took an element away, so that it is refused")
    func own() throws {
        let edited = file("plugged", "v4l2src name=camera")
        let divided = try configured("encoder.bitrate=8000", "camera.device=/dev/video2")
            .divided(for: CaptureText(file: edited))
        #expect(divided.taken.count == 2 && divided.leftOut.isEmpty)
    }

    @Test("go to another text as far as its elements are of the same kind")
    func other() throws {
        let values = configured(
            "camera.device=/dev/video2", "encoder.bitrate=8000", "format.caps=video/x-raw,width=640", "turn.method=1")
        let turned = file(
            "turned",
            "v4l2src name=camera ! capsfilter name=format caps=video/x-raw,width=9 ! flip ! openh264enc name=encoder")
        let divided = try values.divided(for: CaptureText(file: turned))
        #expect(divided.taken == ["camera.device=/dev/video2", "format.caps=video/x-raw,width=640"])
        // openh264enc takes bits a second.
        #expect(divided.leftOut == ["encoder.bitrate", "turn.method"])
        let encoded = file("encoded", "v4l2src name=camera ! capsfilter name=format caps=\"video/x-h264, width=9\"")
        #expect(try values.divided(for: CaptureText(file: encoded)).taken == ["camera.device=/dev/video2"])
        let pattern = file("pattern", "videotestsrc name=camera ! x264enc name=encoder")
        #expect(try values.divided(for: CaptureText(file: pattern)).taken == ["encoder.bitrate=8000"])
    }

    @Test("are not for another camera: the password of one is not sent to another")
    func camera() throws {
        let network = file("rtsp", "rtspsrc name=server ! rtph264depay name=depayloader")
        let values = ConfiguredValues(
            file: network, values: ["server.location=rtsp://a", "server.user-pw=@/p", "depayloader.wait=true"])
        let text = CaptureText(file: network, values: ["server.location=rtsp://b"])
        let divided = try values.divided(for: text)
        #expect(divided.taken == ["depayloader.wait=true"])
        #expect(divided.leftOut == ["server.location", "server.user-pw"])
    }
}
