// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@Suite("A copy of a recorder's home that runs for a while", .timeLimit(.minutes(5)))
struct CopiedHomeTests {
    @Test("The recorder whose session the copy took over goes on when the copy has ended")
    func goesOn() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch"])
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 30 }
        let home = nodes.home.file("copy")
        let (key, peers) = (nodes.recorderHome + "/identity", nodes.recorderHome + "/peers.json")
        let copied = try await Tool.run("sh", ["-c", "mkdir -m 700 \(home) && cp -a \(key) \(peers) \(home)"])
        #expect(copied.code == 0, "\(copied.errors)")
        let copy = try Child(
            [
                "recorder", "--home", home, "--host", "127.0.0.1", "--port", "0", "--page-port", "0", "--camera",
                address,
            ],
            home: nodes.home)
        try await eventually("the copy takes the session over: \(recorder.output)") {
            recorder.output.contains("camera lost")
        }
        _ = try await copy.terminate()
        let before = try await nodes.persisted()
        try await eventually("it goes on: \(recorder.output) \(camera.output)") {
            try await nodes.persisted() > before + 60
        }
    }
}
