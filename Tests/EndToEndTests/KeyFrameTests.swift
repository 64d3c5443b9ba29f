// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Streams with unusual key frames", .serialized, .timeLimit(.minutes(4)))
struct KeyFrameTests {
    /// Records a few seconds from a camera whose encoder makes a key frame every `frames` frames.
    private func record(_ nodes: Nodes, keyFrameEvery frames: Int) async throws {
        let camera = try nodes.camera(["--set", "encoder.key-int-max=\(frames)"])
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous", "--transport", "tcp"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 150 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(try await nodes.recording(".[0].frames | .received == .captured") == "true")
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 0)
    }

    private func fragments(_ nodes: Nodes, _ figure: String) async throws -> Double {
        let catalog = nodes.recorderHome + "/archive/catalog.sqlite"
        let answer = try await Tool.run("sqlite3", ["-readonly", catalog, "SELECT \(figure) FROM fragment"])
        return try #require(Double(answer.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("one a minute: a recorder that joins asks for one, and fragments end without")
    func rare() async throws {
        let nodes = try Nodes()
        try await record(nodes, keyFrameEvery: 1_800)
        #expect(try await fragments(nodes, "MAX(frames)") == 120)
        #expect(try await fragments(nodes, "SUM(isSync)") < fragments(nodes, "COUNT(*)"))
    }

    @Test("each frame is one: fragments last a second all the same")
    func each() async throws {
        let nodes = try Nodes()
        try await record(nodes, keyFrameEvery: 1)
        #expect(try await fragments(nodes, "MAX(frames)") == 30)
        #expect(try await fragments(nodes, "SUM(isSync) = COUNT(*)") == 1)
    }
}
