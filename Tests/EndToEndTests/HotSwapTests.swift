// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A pipeline that is edited while it runs", .serialized, .timeLimit(.minutes(2)))
struct HotSwapTests {
    private func epoch(_ address: String) async throws -> Int {
        let state = try await Tool.run("sh", ["-c", "curl -sf http://\(address)/v1/state | jq .capture.epoch"])
        return Int(state.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    @Test("is taken up at a fragment boundary, and the recording goes on with a gap that says why")
    func takenUp() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        let recorder = try nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        let before = try await epoch(address)
        let other = Picture.small.replacingOccurrences(of: "640", with: "320")
            .replacingOccurrences(of: "360", with: "180")
        _ = try nodes.home.write(Picture.capture(caps: other), as: "mine.pipeline")
        try await eventually("another epoch runs: \(camera.output)") { try await epoch(address) == before + 1 }
        let frames = try await nodes.persisted()
        try await eventually("recording goes on: \(recorder.output)") { try await nodes.persisted() > frames + 45 }
        _ = try await Tool.longshot("record", "stop", "--recorder", try await recorder.address())
        #expect(try await nodes.recording(".[0].gaps | map(.reason) | unique | join(\",\")") == "pipeline-changed")
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 0)
        let segments = try await nodes.segments()
        #expect(try await Judge.probe(try #require(segments.last)).frames > 0)
    }

    @Test("is refused when it is broken: the old one runs on")
    func refused() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        try await eventually("the camera runs: \(camera.output)") { try await epoch(address) == 1 }
        _ = try nodes.home.write(Picture.capture(behindCamera: "! nosuchthing"), as: "mine.pipeline")
        try await eventually("the camera says so: \(camera.output)") {
            camera.output.contains("edited pipeline refused")
        }
        #expect(try await epoch(address) == 1)
    }

    @Test("is undone when it gives no picture: the old one is started again")
    func undone() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        try await eventually("the camera runs: \(camera.output)") {
            let state = try await Tool.run("curl", ["-sf", "http://\(address)/v1/state"])
            return state.output.contains("\"phase\":\"running\"")
        }
        // Sound text, and no frame ever leaves it.
        _ = try nodes.home.write(Picture.capture(behindCamera: "! valve drop=true"), as: "mine.pipeline")
        try await eventually("the old text runs again: \(camera.output)") {
            let state = try await Tool.run("curl", ["-sf", "http://\(address)/v1/state"])
            let isRunning = state.output.contains("\"phase\":\"running\"")
            let current = try await epoch(address)
            return isRunning && current >= 3
        }
        #expect(camera.output.contains("back to the old one"))
    }
}
