// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Two recorders on one camera", .serialized, .timeLimit(.minutes(4)))
struct TwoRecorderTests {
    @Test("each gets everything, also the one that was away while the other acknowledged")
    func both() async throws {
        let (one, two) = (try Nodes(), try Nodes())
        let camera = try one.camera()
        let address = try await camera.address()
        let first = try await one.recorder(of: address, ["--continuous"])
        try await two.pair(with: one)
        let second = try await two.recorder(of: address, ["--continuous"])
        for nodes in [one, two] {
            try await eventually("both record: \(first.output)\(second.output)") { try await nodes.persisted() > 60 }
        }
        second.killHard()
        let before = try await one.persisted()
        try await eventually("the first one goes on alone") { try await one.persisted() > before + 150 }
        let third = try await two.recorder(of: address, ["--continuous"])
        let after = try await one.persisted()
        try await eventually("the second has caught up: \(third.output)") { try await two.persisted() > after }
        for nodes in [one, two] {
            _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
            try await eventually("the recording is whole") { try await nodes.recording(".[0].state") == "stopped" }
            #expect(try await nodes.recording(".[0].frames.missing") == "0")
            #expect(try await nodes.recording(".[0].gaps | length") == "0")
            let verdict = try await Tool.longshot("verify", nodes.recorderHome, "--camera", "--fast")
            #expect(verdict.code == 0 && verdict.output.contains("fragments that it still has are here"), "\(verdict)")
        }
        // Changes a digest in the catalog.
        let digest = "UPDATE fragment SET sha256 = zeroblob(32) WHERE sequence = (SELECT MAX(sequence) FROM fragment)"
        second.killHard()
        third.killHard()
        try await eventually("nobody writes any more") {
            try await Tool.run("sqlite3", [two.recorderHome + "/archive/catalog.sqlite", digest]).code == 0
        }
        let verdict = try await Tool.longshot("verify", two.recorderHome, "--camera", "--fast")
        let finding = "is damaged or gone here, and whole in the camera's spool"
        #expect(verdict.code == 2 && verdict.output.contains(finding), "\(verdict)")
    }
}
