// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Outages", .serialized, .timeLimit(.minutes(6)))
struct OutageTests {
    /// A field of the running recording's status, selected by a jq filter.
    private func status(_ nodes: Nodes, _ filter: String) async throws -> String {
        let status = try await Tool.longshot("record", "status", "--home", nodes.recorderHome, "--json")
        let path = try nodes.home.write(status.output, as: "status.json")
        return try await Tool.run("jq", ["-r", ".recordings[0] | " + filter, path]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The number of frames in the camera's spool.
    private func spooled(_ nodes: Nodes, _ address: String) async throws -> Int {
        let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        return try #require(state.firstMatch(of: /"spooled":([0-9]+)/).flatMap { Int($0.1) }, "\(state)")
    }

    @Test("what was missed is fetched beside live video, slowly when told so, and the files are few")
    func beside() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--set", "encoder.bitrate=4000"])
        let address = try await camera.address()
        let first = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(first.output)") { try await nodes.persisted() > 60 }
        first.killHard()
        let before = try await nodes.persisted()
        let files = try await nodes.segments().count
        // The recorder is off for this time.
        let missed = try await spooled(nodes, address)
        try await eventually("ten seconds more are spooled") { try await spooled(nodes, address) > missed + 300 }
        _ = try nodes.home.write("recorder:\n  backfill-rate: 1000000\n", as: "recorder/longshot.yaml")
        let second = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("live video is kept while there is a backlog: \(second.output)") {
            let line = try await status(nodes, #""\(.backlog.fragments // 0) \(.frames.received)""#)
            let figures = line.split(separator: " ").compactMap { Int($0) }
            return figures.count == 2 && figures[0] > 0 && figures[1] > before + 30
        }
        let words = try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output
        #expect(words.contains("behind: ") && words.contains(" to go"), "\(words)")
        // Stopped with a backlog, the recording ends when all is fetched.
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        try await eventually("all is fetched: \(second.output)") {
            try await nodes.recording(".[0].state") == "stopped"
        }
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(try await nodes.recording(".[0].gaps | length") == "0")
        #expect(try await nodes.segments().count <= files + 3)
        let list = try await Tool.longshot("recordings", "--home", nodes.recorderHome).output
        #expect(list.contains("complete: 100 %; ") && list.contains(" % fetched"), "\(list)")
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 0)
    }

    @Test("a camera that is gone for good: what came live of its last second is kept")
    func gone() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 60 }
        camera.killHard()
        try await eventually("the last frames are kept: \(recorder.output)") {
            recorder.output.contains("unannounced frames kept")
        }
        let persisted = try await nodes.persisted()
        let alone = try await Tool.run(
            "sqlite3",
            [
                "-readonly", nodes.recorderHome + "/archive/catalog.sqlite",
                "SELECT COUNT(*) FROM fragment WHERE source = 'unconfirmed'",
            ])
        #expect(alone.output == "1\n", "\(alone.output)\(alone.errors)")
        var frames = 0
        for segment in try await nodes.segments() { frames += try await Judge.probe(segment).frames }
        #expect(frames == persisted)
        #expect(try await nodes.recording(".[0].frames.unconfirmed > 0") == "true")
        // The camera has not reported the end of the epoch: its account is open, and the recording is not complete.
        let verdict = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verdict.code == 4 && verdict.output.contains("open: everything up to"), "\(verdict.output)")
    }
}
