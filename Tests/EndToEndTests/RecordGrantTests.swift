// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A recorder without the grant to record", .serialized, .timeLimit(.minutes(6)))
struct RecordGrantTests {
    @Test("starts no recording, and says what permits it; nothing is left behind")
    func refused() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address)
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
        /// Returns the command that permits it.
        func refusal() async throws -> String {
            let refused = try await Tool.run(Tool.longshot, ["record", "start"] + home)
            #expect(refused.code == 1, "\(refused.output)\(refused.errors)")
            #expect(refused.errors.contains("does not let this recorder record"), "\(refused.errors)")
            let recordings = try await Tool.run(Tool.longshot, ["recordings", "--json"] + home)
            #expect(recordings.output.filter { !$0.isWhitespace } == "[]")
            let command: Substring? = refused.errors.firstMatch(of: #/`longshot (pair grant \S+ \S+)`/#)?.1
            return String(try #require(command, "\(refused.errors)"))
        }
        _ = try await refusal()
        // A recorder that connects anew is refused already when it asks for the camera's accounts.
        try await end(recorder)
        let second = try await nodes.recorder(of: address)
        try await eventually("the camera refuses it") {
            try await Tool.run(Tool.longshot, ["record", "status"] + home).output.contains(
                "does not let this recorder record")
        }
        let command = try await refusal()
        let granted = try await Tool.run(
            Tool.longshot, command.split(separator: " ").map(String.init) + ["--home", nodes.cameraHome])
        #expect(granted.code == 0, "\(granted.errors)")
        try await eventually("it records") {
            try await Tool.run(Tool.longshot, ["record", "start"] + home).code == 0
        }
        #expect(try await Tool.run(Tool.longshot, ["record", "stop"] + home).code == 0)

        // The grant to record suffices to record, also for a recorder that connects anew.
        let only = try await Tool.run(Tool.longshot, ["pair", "grant", peer, "record", "--home", nodes.cameraHome])
        #expect(only.code == 0, "\(only.errors)")
        try await end(second)
        let third = try await nodes.recorder(of: address)
        try await eventually("it records again: \(third.output)") {
            try await Tool.run(Tool.longshot, ["record", "start"] + home).code == 0
        }
        try await eventually("frames arrive: \(third.output)") { try await nodes.persisted() > 60 }
        let status = try await Tool.run(Tool.longshot, ["record", "status"] + home).output
        #expect(status.contains("connected") && !status.contains("needs the grant"), "\(status)")
        withExtendedLifetime((camera, third)) {}
    }

    private func end(_ recorder: Child) async throws {
        recorder.killHard()
        _ = try await recorder.exit()
    }
}
