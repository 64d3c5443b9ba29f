// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A camera that gives damaged JPEG pictures", .serialized, .timeLimit(.minutes(6)))
struct DamagedPictureTests {
    /// A capture text that damages some bytes of its JPEG pictures, the same ones in each run.
    private func capture(_ nodes: Nodes, damaging probability: Double) throws -> String {
        // 0xFF begins a marker, which is invalid in the scan.
        let cable = "breakmydata seed=7 set-to=255 probability=\(probability)"
        return try nodes.home.write(
            Picture.capture(encoder: "jpegenc name=encoder", parser: "! \(cable)"), as: "jpeg.pipeline")
    }

    @Test("is recorded on: each damaged picture is missing, with its reason, and nothing else is")
    func some() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--capture", try capture(nodes, damaging: 0.000_005)])
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous", "--transport", "tcp"])
        try await eventually("it is recorded: \(camera.output)\(recorder.output)") { try await nodes.persisted() > 60 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(try await nodes.recording(".[0].gaps | map(.reason) | unique | join(\",\")") == "damaged-picture")
        #expect(try await nodes.recording(".[0].gaps | map(.epoch) | unique | map(tostring) | join(\",\")") == "1")
        let missing = try await nodes.recording(".[0] | .frames.missing == (.gaps | map(.frames) | add)")
        #expect(missing == "true")
        let lost = Int(try await nodes.recording(".[0].frames.missing")) ?? 0
        // The camera counts them since its start.
        struct State: Decodable {
            struct Counters: Decodable { let missing: Int }
            let counters: Counters
        }
        let state = try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/state")
        let counted = try JSONDecoder().decode(State.self, from: Data(state.utf8)).counters.missing
        #expect(lost > 0 && counted >= lost, "\(counted) of \(lost)")
        let verified = try await Tool.longshot("verify", nodes.recorderHome, "--fast")
        #expect(verified.code == 3 && verified.output.contains("damaged-picture"), "\(verified.output)")
        #expect(!camera.output.contains("capture failed"), "\(camera.output)")
        #expect(camera.output.contains("damaged pictures left out"), "\(camera.output)")
    }

    @Test("is started again when all of them are damaged, and says so")
    func all() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--capture", try capture(nodes, damaging: 0.01)])
        try await eventually("it is started again: \(camera.output)") {
            camera.output.components(separatedBy: "50 pictures in a row cannot be read").count > 2
        }
        #expect(!camera.output.contains("gave no frame within"), "\(camera.output)")
    }
}
