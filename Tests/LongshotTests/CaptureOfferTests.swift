// SPDX-License-Identifier: Apache-2.0
import Camera
import Foundation
import Testing
import Wire

@testable import longshot

@Suite("What a camera box may capture")
struct CaptureOfferTests {
    private func report(_ path: String, _ pipeline: String?) throws -> PluggedCamera {
        let choice = pipeline.map { #","auto":{"pipeline":"\#($0)","values":["camera.device=\#(path)"],"why":"w"}"# }
        let device = #"{"path":"\#(path)","name":"Cam","driver":"d","identity":"i"}"#
        return try JSONDecoder().decode(
            PluggedCamera.self, from: Data(#"{"device":\#(device)\#(choice ?? "")}"#.utf8))
    }

    @Test("The first camera is auto, the others are named, and a test picture is the last choice")
    func offers() throws {
        let reports = [try report("/dev/video0", "v4l2-h264"), try report("/dev/video2", "v4l2-mjpeg")]
        let (offers, fallback) = CaptureOffer.all(of: reports, present: "pattern", [])
        #expect(offers.map(\.capture) == ["auto", "v4l2-mjpeg", "pattern"])
        #expect(offers.map(\.values) == [[], ["camera.device=/dev/video2"], []])
        #expect(fallback == 0)
        #expect(CaptureOffer.all(of: reports, present: "v4l2-mjpeg", ["camera.device=/dev/video2"]).fallback == 1)
    }

    @Test("A second camera is named by udev's link, because its number can change")
    func link() throws {
        let link = "/dev/v4l/by-id/usb-046d_C922-video-index0"
        let machine = try FakeMachine(links: [link: "../../video2", "/dev/v4l/by-id/usb-a": "../../video0"])
        let reports = [try report("/dev/video0", "v4l2-h264"), try report("/dev/video2", "v4l2-mjpeg")]
        let offers = CaptureOffer.all(of: reports, in: machine.files, present: "pattern", []).offers
        #expect(offers[1].values == ["camera.device=\(link)"])
    }

    @Test("Without a camera it is the test picture, and a camera without a usable mode is no choice")
    func none() throws {
        #expect(CaptureOffer.all(of: [], present: "pattern", []).offers.map(\.capture) == ["pattern"])
        let unusable = [try report("/dev/video0", nil), try report("/dev/video2", "v4l2-h264")]
        // `auto` would take the first one.
        #expect(
            CaptureOffer.all(of: unusable, present: "pattern", []).offers.map(\.capture) == ["v4l2-h264", "pattern"])
        #expect(CaptureOffer.remarks(unusable).count == 1 && CaptureOffer.remarks([]).count == 1)
    }

    @Test("A pipeline of the owner's own is kept by default, with its values")
    func own() throws {
        let (offers, fallback) = CaptureOffer.all(of: [], present: "rtsp-h264", ["server.location=x"])
        #expect(offers[fallback].capture == "rtsp-h264" && offers[fallback].values == nil)
    }
}
