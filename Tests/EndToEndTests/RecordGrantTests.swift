// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A recorder without the grant to record", .serialized, .timeLimit(.minutes(3)))
struct RecordGrantTests {
    @Test("starts no recording, and says what permits it; nothing is left behind")
    func refused() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: try await camera.address())
        _ = try await recorder.address()
        let home = ["--home", nodes.recorderHome]
        try await eventually("the camera is connected") {
            try await Tool.run(Tool.longshot, ["record", "status"] + home).output.contains("connected")
        }
        let peers = try await Tool.run(Tool.longshot, ["pair", "list", "--json", "--home", nodes.cameraHome])
        struct Peer: Decodable { let id: String }
        let peer = try #require(try JSONDecoder().decode([Peer].self, from: Data(peers.output.utf8)).first).id
        let narrowed = try await Tool.run(
            Tool.longshot, ["pair", "grant", peer, "view,send", "--home", nodes.cameraHome])
        #expect(narrowed.code == 0, "\(narrowed.errors)")
        let refused = try await Tool.run(Tool.longshot, ["record", "start"] + home)
        #expect(refused.code == 1, "\(refused.output)\(refused.errors)")
        let command = try #require(
            refused.errors.firstMatch(of: #/`longshot (pair grant \S+ \S+)`/#)?.1, "\(refused.errors)")
        #expect(refused.errors.contains("does not let this recorder record"), "\(refused.errors)")
        #expect(
            try await Tool.run(Tool.longshot, ["recordings", "--json"] + home).output.filter { !$0.isWhitespace }
                == "[]")
        let granted = try await Tool.run(
            Tool.longshot, command.split(separator: " ").map(String.init) + ["--home", nodes.cameraHome])
        #expect(granted.code == 0, "\(granted.errors)")
        try await eventually("it records") {
            try await Tool.run(Tool.longshot, ["record", "start"] + home).code == 0
        }
        withExtendedLifetime((camera, recorder)) {}
    }
}
