// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A value that a pipeline takes from a file", .serialized, .timeLimit(.minutes(6)))
struct SecretValueTests {
    @Test("is nowhere to be read: not in the log, the state, the process list, nor in what `longshot pipeline` prints")
    func hidden() async throws {
        let nodes = try Nodes()
        let secret = "hunter2-\(UUID().uuidString)"
        // GStreamer's own error contains the name of a file that it cannot open.
        let password = try nodes.home.write("/nonexistent/\(secret)\n", as: "password")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password)
        let text = "filesrc name=camera ! jpegdec ! jpegenc ! appsink name=encoded max-buffers=9"
        _ = try nodes.home.write(text, as: "camera/pipelines/mine.pipeline")
        let camera = try nodes.camera(
            ["--capture", "mine", "--set", "camera.location=@\(password)", "--log-level", "trace"])
        let address = try await camera.address()
        try await eventually("the capture has failed: \(camera.output)") { camera.output.contains("capture failed") }

        var texts = ["log": camera.output]
        for path in ["/v1/state", "/v1/pipelines", "/v1/pipelines/mine", "/v1/pipelines/mine/graph", "/metrics"] {
            texts[path] = try await nodes.ask(nodes.cameraHome, address, path)
            #expect(texts[path]?.isEmpty == false, "\(path)")
        }
        let events = "timeout 2 \(nodes.curl(nodes.cameraHome)) 'https://\(address)/v1/events?after=0'"
        texts["events"] = try await Tool.run("sh", ["-c", "\(events); true"]).output
        for command in [["list"], ["check", "mine"], ["show", "mine"], ["graph", "mine"]] {
            let printed = try await Tool.run(Tool.longshot, ["pipeline"] + command + ["--home", nodes.cameraHome])
            texts["pipeline \(command[0])"] = printed.output + printed.errors
        }
        texts["processes"] = try FileManager.default.contentsOfDirectory(atPath: "/proc")
            .compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        for (place, text) in texts { #expect(!text.contains(secret), "\(place): \(text)") }
        #expect(camera.output.contains("(secret)"), "the error named the value: \(camera.output)")
        #expect(texts["processes"]?.contains("camera.location=@\(password)") == true)
        try await eventually("the state says why: \(camera.output)") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains("(secret)")
        }
    }

    @Test("in a file that others may read ends the camera with the reason")
    func exposed() async throws {
        let nodes = try Nodes()
        let password = try nodes.home.write("hunter2", as: "password")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: password)
        let camera = try nodes.camera(["--set", "encoder.bitrate=@\(password)"])
        #expect(try await camera.exit() == 65, "\(camera.output)")
        #expect(camera.output.contains("chmod 600") && !camera.output.contains("hunter2"), "\(camera.output)")
    }
}
