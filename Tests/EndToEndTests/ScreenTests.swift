// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A screen on the camera", .serialized, .timeLimit(.minutes(6)))
struct ScreenTests {
    @Test("shows what is captured, as the user's own text has it; the video does not notice when it fails")
    func own() async throws {
        let nodes = try Nodes()
        let shown = nodes.home.file("shown")
        try FileManager.default.createDirectory(atPath: shown, withIntermediateDirectories: true)
        _ = try nodes.home.write(
            "appsrc name=access_units format=time is-live=true max-bytes=4000000 ! decodebin ! videoconvert ! jpegenc "
                + "! multifilesink name=screen sync=false location=\(shown)/%05d.jpg",
            as: "camera/pipelines/screen/files.pipeline")
        let camera = try nodes.camera(["--screen", "files"])
        let address = try await camera.address()
        let pictures = { try FileManager.default.contentsOfDirectory(atPath: shown).sorted() }
        try await eventually("pictures are shown: \(camera.output)") { try pictures().count > 20 }
        var numbers: [Int] = []
        for name in try pictures().dropFirst(5).prefix(5) {
            numbers.append(try #require(await Judge.number(in: "\(shown)/\(name)")))
        }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(numbers)")

        // The screen fails again and again, because its folder is missing. (Deleting it would race with new files.)
        try FileManager.default.moveItem(atPath: shown, toPath: shown + "-before")
        try await eventually("the log says so: \(camera.output)") { camera.output.contains("the screen shows nothing") }
        let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        #expect(state.contains("\"health\":\"green\"") && state.contains("\"phase\":\"running\""), "\(state)")
    }

    @Test("whose sink crashes where there is no screen takes nothing else with it")
    func crash() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--screen", "screen"])
        let address = try await camera.address()
        // On a machine with a screen it is shown.
        try await eventually("it was tried: \(camera.output)") {
            let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
            return camera.output.contains("the screen shows nothing")
                || state.contains("\"phase\":\"running\"") && ProcessInfo.processInfo.environment["DISPLAY"] != nil
        }
        let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        #expect(state.contains("\"phase\":\"running\""), "\(state)\(camera.output)")
    }

    @Test("is refused when the text is for something else")
    func wrong() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--screen", "test"])
        #expect(try await camera.exit() != 0)
        #expect(camera.output.contains("as a screen pipeline:\nit is a capture pipeline"), "\(camera.output)")
    }
}
