// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A recording whose camera is away", .serialized, .timeLimit(.minutes(6)))
struct StopAwayTests {
    /// Starts a recording and waits for footage; returns both nodes and the camera's address.
    private func record(_ nodes: Nodes) async throws -> (camera: Child, recorder: Child, address: String) {
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address)
        _ = try await recorder.address()
        try await eventually("the recording starts") {
            try await Tool.longshot("record", "start", "--home", nodes.recorderHome).code == 0
        }
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 60 }
        return (camera, recorder, address)
    }

    @Test(
        "is stopped at once after the recorder was restarted, says when it ends, and takes in nothing that came later",
        arguments: [false, true])
    func stopped(byID: Bool) async throws {
        let nodes = try Nodes()
        let (first, recorder, address) = try await record(nodes)
        #expect(try await first.terminate().code == 0)
        #expect(try await recorder.terminate().code == 0)
        let last = try await nodes.recorder(of: address)
        _ = try await last.address()

        let id = try await nodes.recording(".[0].id")
        let stop = try await Tool.run(
            Tool.longshot, ["record", "stop", "--home", nodes.recorderHome] + (byID ? [id] : []))
        #expect(stop.code == 0, "\(stop.errors)")
        #expect(stop.output.contains("stopping"), "\(stop.output)")
        #expect(stop.output.contains("camera is back"), "\(stop.output)")
        #expect(try await nodes.recording(".[0].state") == "stopping")

        let port = try #require(address.split(separator: ":").last.map(String.init))
        let second = try nodes.camera(port: port)
        let secondAddress = try await second.address()
        try await nodes.ready(secondAddress)
        try await eventually("the recording ends: \(last.output)\(second.output)") {
            try await nodes.recording(".[0].state") == "stopped"
        }
        // The restarted camera captured only after the stop.
        let epochs = "SELECT group_concat(DISTINCT epoch) FROM fragment"
        let stored = try await Tool.run("sqlite3", [nodes.recorderHome + "/archive/catalog.sqlite", epochs])
        #expect(stored.output == "1\n", "\(stored.output)\(stored.errors)")
        #expect(try await nodes.recording("length") == "1")
        let verdict = try await Tool.longshot("verify", nodes.recorderHome, "--fast")
        #expect(verdict.code == 0, "\(verdict.output)")
    }

    /// Starts a recording while the camera is away; returns the recorder.
    private func recordAway(_ nodes: Nodes) async throws -> Child {
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address)
        _ = try await recorder.address()
        let status = { try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output }
        try await eventually("the recorder knows it: \(recorder.output)") { try await status().contains("  connected") }
        #expect(try await camera.terminate().code == 0)
        try await eventually("the recorder has lost it") { try await !status().contains("  connected") }
        let start = try await Tool.longshot("record", "start", "--home", nodes.recorderHome)
        #expect(start.code == 0, "\(start.errors)")
        return recorder
    }

    @Test("begins where it was started, although its recorder was started anew before the camera had heard of it")
    func begun() async throws {
        let nodes = try Nodes()
        let recorder = try await recordAway(nodes)
        recorder.killHard()
        // At another port, which only the recorder is told.
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        struct State: Decodable {
            struct Counters: Decodable { let spooled: Int? }
            let counters: Counters
        }
        try await eventually("it has footage from before the recorder: \(camera.output)") {
            let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
            return try JSONDecoder().decode(State.self, from: Data(answer.utf8)).counters.spooled ?? 0 > 200
        }
        let last = try await nodes.recorder(of: address)
        _ = try await last.address()
        try await eventually("something is in the archive: \(last.output)") { try await nodes.persisted() > 0 }
        #expect(try await Tool.longshot("record", "stop", "--home", nodes.recorderHome).code == 0)
        try await eventually("the recording ends: \(last.output)") {
            try await nodes.recording(".[0].state") == "stopped"
        }
        #expect(try await nodes.persisted() > 200, "\(last.output)")
        let verdict = try await Tool.longshot("verify", nodes.recorderHome, "--fast", "--camera")
        #expect(verdict.code == 0 && verdict.output.contains("fragments that it still has are here"), "\(verdict)")
        withExtendedLifetime(camera) {}
    }

    @Test("and never gave anything: settled, it says that frames may be missing")
    func silent() async throws {
        let nodes = try Nodes()
        let recorder = try await recordAway(nodes)
        let id = try await nodes.recording(".[0].id")
        #expect(try await Tool.longshot("record", "stop", id, "--home", nodes.recorderHome).code == 0)
        #expect(try await Tool.longshot("recordings", "settle", id, "--home", nodes.recorderHome).code == 0)
        let verdict = try await Tool.longshot("verify", nodes.recorderHome, "--fast")
        #expect(verdict.code == 3 && verdict.output.contains("never-received"), "\(verdict)\(recorder.output)")
    }

    @Test("has no picture any more: its recording ends at once, with all that it captured")
    func endless() async throws {
        let nodes = try Nodes()
        let (camera, recorder, _) = try await record(nodes)
        let text = try String(contentsOfFile: Checkout.file("pipelines/capture/test.pipeline"), encoding: .utf8)
        let ends = nodes.cameraHome + "/pipelines"
        try FileManager.default.createDirectory(atPath: ends, withIntermediateDirectories: true)
        // A text that ends within a second is replaced by the old one.
        try text.replacingOccurrences(of: "num-buffers=-1", with: "num-buffers=90")
            .write(toFile: ends + "/ends.pipeline", atomically: true, encoding: .utf8)
        let use = try await Tool.longshot("pipeline", "use", "ends", "--home", nodes.cameraHome)
        #expect(use.code == 0, "\(use.errors)")
        try await eventually("the pipeline ends: \(camera.output)") {
            try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output.contains("come to its end")
        }
        let stop = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(stop.code == 0, "\(stop.errors)")
        #expect(try await nodes.recording(".[0].state") == "stopped", "\(recorder.output)")
        let verdict = try await Tool.longshot("verify", nodes.recorderHome, "--fast")
        #expect(verdict.code == 0, "\(verdict.output)")
    }

    @Test("is settled at once, with all that was received, whether or not its fragment was complete")
    func settled() async throws {
        // A kill between two fragments leaves nothing to keep, one time of thirty.
        for attempt in 1...3 {
            let nodes = try Nodes()
            let (camera, recorder, _) = try await record(nodes)
            camera.killHard()
            try await eventually("the recorder has lost it: \(recorder.output)") {
                let status = try await Tool.longshot("record", "status", "--home", nodes.recorderHome)
                return status.output.contains("waiting for the camera")
            }
            let id = try await nodes.recording(".[0].id")
            #expect(try await Tool.longshot("record", "stop", id, "--home", nodes.recorderHome).code == 0)
            let settlement = try await Tool.longshot("recordings", "settle", id, "--home", nodes.recorderHome)
            #expect(settlement.code == 0, "\(settlement.errors)")
            let unconfirmed = try #require(Int(try await nodes.recording(".[0].frames.unconfirmed")))
            if unconfirmed > 0 { return }
            #expect(attempt < 3, "three times nothing was kept")
        }
    }

    @Test("is still to be stopped after the recorder was restarted once more", .timeLimit(.minutes(4)))
    func remembered() async throws {
        let nodes = try Nodes()
        let (camera, recorder, address) = try await record(nodes)
        #expect(try await camera.terminate().code == 0)
        #expect(try await recorder.terminate().code == 0)
        let second = try await nodes.recorder(of: address)
        _ = try await second.address()
        let id = try await nodes.recording(".[0].id")
        #expect(try await Tool.longshot("record", "stop", id, "--home", nodes.recorderHome).code == 0)
        second.killHard()
        #expect(try await nodes.recording(".[0].state") == "stopping")
        let third = try await nodes.recorder(of: address)
        _ = try await third.address()
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let back = try nodes.camera(port: port)
        try await eventually("the recording ends: \(third.output)\(back.output)") {
            try await nodes.recording(".[0].state") == "stopped"
        }
    }

    @Test("is stopped and deleted after the camera was revoked", arguments: [false, true])
    func revoked(recorderRestarts: Bool) async throws {
        let nodes = try Nodes()
        let (camera, recorder, address) = try await record(nodes)
        let (id, peer) = (try await nodes.recording(".[0].id"), try await nodes.recording(".[0].camera"))
        let revocation = try await Tool.longshot("pair", "revoke", peer, "--home", nodes.recorderHome)
        #expect(revocation.code == 0, "\(revocation.errors)")
        #expect(revocation.output.contains("record stop \(id)"), "\(revocation.output)")
        // The camera knows who revoked it, and when.
        try await eventually("the camera logs it: \(camera.output)") { camera.output.contains(/revoked .* at 2/) }
        let known = try await Tool.longshot("pair", "list", "--home", nodes.cameraHome).output
        #expect(known.contains("has revoked this node 2"), "\(known)")
        let checkup = try await Tool.longshot("doctor", "--home", nodes.cameraHome).output
        #expect(checkup.contains("has revoked this node 2"), "\(checkup)")
        let snap = try await Tool.longshot("snap", "--save", "recorder", "--home", nodes.cameraHome)
        #expect(
            snap.code == 1 && snap.errors.contains(#/ revoked this camera at 2.*`longshot pair open` on /#),
            "\(snap.errors)")
        if recorderRestarts { #expect(try await recorder.terminate().code == 0) }
        let last = recorderRestarts ? try await nodes.recorder(of: address) : recorder
        _ = try await last.address()

        // Nothing of it looks well meanwhile.
        let status = try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output
        #expect(
            status.contains("waiting for the camera") && status.contains("TROUBLE: this recorder has revoked"),
            "\(status)")
        let state = try await nodes.ask(nodes.recorderHome, try await last.address(), "/v1/state")
        #expect(state.contains("\"health\":\"red\"") && state.contains("has revoked the camera at 2"), "\(state)")
        let start = try await Tool.longshot("record", "start", "--camera", peer, "--home", nodes.recorderHome)
        #expect(start.code == 1 && start.errors.contains("this recorder has revoked"), "\(start.errors)")
        let stop = try await Tool.longshot("record", "stop", id, "--home", nodes.recorderHome)
        #expect(stop.code == 0, "\(stop.errors)")
        // The stop waits for nothing, because a revoked camera delivers no more footage.
        #expect(try await nodes.recording(".[0].state") == "stopped")
        let again = try await Tool.longshot("record", "stop", "--camera", peer, "--home", nodes.recorderHome)
        #expect(again.code == 1 && again.errors.contains("this recorder has revoked"), "\(again.errors)")
        #expect(again.errors.contains("pair join --as recorder --home \(nodes.recorderHome)"), "\(again.errors)")
        // The camera has lost nothing.
        #expect(try await nodes.recording("[.[0].gaps[].reason] | unique | join(\" \")") == "never-received")
        let list = try await Tool.longshot("recordings", "--home", nodes.recorderHome).output
        #expect(list.contains(/gap: 2.*, after the last frame of epoch 1: never-received/), "\(list)")
        let deletion = try await Tool.longshot("recordings", "delete", id, "--home", nodes.recorderHome)
        #expect(deletion.code == 0, "\(deletion.errors)")
        #expect(try await nodes.recording("length") == "0")
        let left = try await Tool.run("find", [nodes.recorderHome + "/archive", "-name", "*.mp4"])
        #expect(left.output.isEmpty, "\(left.output)")
        #expect(try await camera.terminate().code == 0)
    }
}
