// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Cameras on the network, on the page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageNetworkCameraTests {
    /// Starts one of the cameras of `scripts/network-camera`; returns the port that it tells.
    private func start(_ program: String, _ arguments: [String], _ nodes: Nodes) async throws -> (Child, port: String) {
        let script = "\(Tool.root)/scripts/network-camera/\(program)"
        let words = ([script] + arguments).map { "'\($0)'" }.joined(separator: " ")
        // Debian's Python, which has GStreamer's bindings.
        let child = try Child(shell: "exec /usr/bin/python3 \(words)", home: nodes.home)
        try await eventually("\(program) is ready: \(child.output)") { child.output.contains("ready ") }
        let port = try #require(child.output.components(separatedBy: "ready ").last).prefix { $0.isNumber }
        return (child, String(port))
    }

    @Test(
        "Who asks a camera by its address, as its user, sees its streams, a picture of each, and the command that records it"
    )
    func asked() async throws {
        let nodes = try Nodes()
        let (server, streamPort) = try await start(
            "rtsp.py",
            [
                "127.0.0.1", "0",
                "videotestsrc is-live=true pattern=red ! video/x-raw,format=I420,width=640,height=360,framerate=10/1 "
                    + "! x264enc speed-preset=ultrafast tune=zerolatency key-int-max=10 ! rtph264pay name=pay0",
                "admin", "s3cr3t-words",
            ], nodes)
        let (onvif, port) = try await start(
            "onvif.py",
            ["127.0.0.1", "0", "rtsp://127.0.0.1:\(streamPort)/stream", "admin", "s3cr3t-words", "hidden"], nodes)
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let link = try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view,admin")
        let browser = try await nodes.browser(link, size: (1_280, 900))
        try await browser.show("settings")
        let card = "document.getElementById('network-cameras')"
        _ = try browser.value("(\(card).querySelector('details').open = true, '')")
        _ = try browser.value("(\(card).querySelector('details input').value = '127.0.0.1:\(port)', '')")
        _ = try browser.value("(\(card).querySelector('details form').requestSubmit(), '')")
        // A stranger is told nothing.
        try await browser.wait(until: "Boolean(\(card).querySelector('li input[type=password]'))")
        let text = try browser.value("\(card).querySelector('ul').textContent")
        #expect(text.contains("it wants a user and a password") && !text.contains("H264"), "\(text)")
        func login(_ password: String) throws {
            _ = try browser.value("(\(card).querySelector('li input').value = 'admin', '')")
            _ = try browser.value("(\(card).querySelector('li input[type=password]').value = '\(password)', '')")
            _ = try browser.value("(\(card).querySelector('li form').requestSubmit(), '')")
        }
        try login("wrong")
        try await browser.wait(
            until: "\(card).querySelector('ul').textContent.includes('refuses this user or password')")
        try login("s3cr3t-words")
        let pictures = "[...\(card).querySelectorAll('li img')]"
        try await browser.wait(until: "\(pictures).some((one) => !one.hidden && one.naturalWidth === 640)")
        let shown = try browser.value("\(card).querySelector('ul').textContent")
        for words in [
            "640x360 H264 at 25 a second", "longshot camera --capture rtsp-h264",
            "--set 'server.location=rtsp://127.0.0.1:\(streamPort)/stream?channel=1&name='\\''main'\\'''",
            "--set server.user-id=admin --set server.user-pw=@FILE", "64x48 H265", "cannot be recorded yet",
        ] {
            #expect(shown.contains(words), "\(words): \(shown)")
        }
        // The picture is that of the stream.
        let colour = try browser.value(
            """
            ((picture) => { const canvas = document.createElement('canvas'); const context = canvas.getContext('2d'); \
            context.drawImage(picture, 0, 0); return [...context.getImageData(50, 50, 1, 1).data].join(' '); })\
            (\(pictures).find((one) => !one.hidden))
            """)
        let channels = colour.split(separator: " ").compactMap { Int($0) }
        #expect(channels.count == 4 && channels[0] > 200 && channels[1] < 60 && channels[2] < 60, "\(colour)")
        // The stream that only claims to be JPEG has a reason in place of its picture.
        try await browser.wait(until: "!\(card).querySelector('ul').textContent.includes('Its picture comes')")
        #expect(try browser.nameless().isEmpty)
        #expect(!camera.output.contains("s3cr3t"), "\(camera.output)")
        withExtendedLifetime((server, onvif)) {}
    }

    @Test("A picture is taken of no address that no camera told")
    func stranger() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        func post(_ path: String, _ body: String) async throws -> String {
            let request =
                "\(nodes.curl(nodes.cameraHome)) -w '%{http_code}' -H 'Content-Type: application/json' "
                + "-d '\(body)' https://\(address)/v1/devices/network\(path)"
            return try await Tool.run("sh", ["-c", request]).output
        }
        let picture = try await post("/picture", #"{"location":"rtsp://127.0.0.1:1/stream"}"#)
        #expect(picture.contains("no camera has told this stream") && picture.hasSuffix("404"), "\(picture)")
        let everybody = try await post("", #"{"user":{"name":"admin","password":"s3cr3t"}}"#)
        #expect(everybody.contains("name the host") && everybody.hasSuffix("400"), "\(everybody)")
        let long = try await post("", #"{"host":"\#(String(repeating: "a", count: 256))"}"#)
        #expect(long.contains("255 bytes") && long.hasSuffix("400"), "\(long)")
        let nobody = try await post("", #"{"host":"127.0.0.1:1"}"#)
        #expect(
            nobody.contains(#""obstacle" : "unreachable""#) || nobody.contains(#""obstacle":"unreachable""#),
            "\(nobody)")
        withExtendedLifetime(camera) {}
    }
}
