// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("An archive whose catalog is older than its footage", .serialized, .timeLimit(.minutes(6)))
struct RestoredArchiveTests {
    /// Copies the catalog of the recorder, which does not run.
    private func keepCatalog(of nodes: Nodes) async throws {
        let (archive, backup) = (nodes.recorderHome + "/archive", nodes.home.file("backup"))
        let copy = try await Tool.run("sh", ["-c", "mkdir \(backup) && cp \(archive)/catalog.sqlite* \(backup)/"])
        #expect(copy.code == 0, "\(copy.errors)")
    }

    /// Replaces the catalog of the recorder, which does not run, by the copy.
    private func putBackCatalog(of nodes: Nodes) async throws {
        let (archive, backup) = (nodes.recorderHome + "/archive", nodes.home.file("backup"))
        let restored = try await Tool.run("sh", ["-c", "rm \(archive)/catalog.sqlite*; cp \(backup)/* \(archive)/"])
        #expect(restored.code == 0, "\(restored.errors)")
    }

    @Test("takes back what the camera proves, with the gap between two epochs of it")
    func adopted() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        let address = try await first.address()
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let before = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(before.output)") { try await nodes.persisted() > 30 }
        #expect(try await before.terminate(SIGTERM).code == 0)
        let peers = try await Tool.longshot("pair", "list", "--home", nodes.recorderHome)
        #expect(peers.output.contains("last seen"), "\(peers.output)\(peers.errors)")
        try await keepCatalog(of: nodes)
        // After the backup the camera is killed, and goes on in another epoch.
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        let stored = try await nodes.persisted()
        try await eventually("recording goes on: \(recorder.output)") { try await nodes.persisted() > stored + 60 }
        first.killHard()
        let killed = try await nodes.persisted()
        let camera = try nodes.camera(port: port)
        try await eventually("recording goes on: \(camera.output)") { try await nodes.persisted() > killed + 90 }
        #expect(try await recorder.terminate(SIGTERM).code == 0)
        // The bound is larger afterwards: frames of live video that the camera had lost cannot be proved by it.
        let gaps = ".[0].gaps | map(select(.frames == 0)) | map(.reason, .isUncounted) | tostring"
        let (told, frames) = (try await nodes.recording(gaps), try await nodes.persisted())
        #expect(told.contains("camera-restarted"), "\(told)")

        try await putBackCatalog(of: nodes)
        let unproved = try await Tool.longshot("verify", nodes.recorderHome, "--fast", "--adopt")
        #expect(unproved.errors.contains("longshot verify --adopt --camera"), "\(unproved.errors)")
        let adopted = try await Tool.longshot("verify", nodes.recorderHome, "--fast", "--adopt", "--camera")
        #expect([3, 4].contains(adopted.code), "\(adopted.output)\(adopted.errors)")
        #expect(adopted.errors.contains("adopted: "), "\(adopted.errors)")
        let found = try await nodes.recording(gaps)
        #expect(found == told, "\(adopted.errors)\(adopted.output)")
        // What cannot be proved is within the bound of the gap that it has become.
        let bound = Int(try await nodes.recording(".[0].gaps | map(.atMost // 0) | add")) ?? 0
        let proved = try await nodes.persisted()
        #expect(proved > stored && proved >= frames - bound, "\(proved) of \(frames), \(bound) at most missing")

        // What the recorder adds afterwards changes nothing of it.
        let last = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("recording goes on: \(last.output)") { try await nodes.persisted() > frames + 30 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        let kept = try await nodes.recording(gaps)
        #expect(kept == told)
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 3)
        withExtendedLifetime(camera) {}
    }

    @Test("says what is missing at the beginning of a recording that goes on, if its camera has deleted that")
    func beginning() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write("camera:\n  spool-seconds: 10\n  spool-bytes: 16MB\n", as: "camera/longshot.yaml")
        let camera = try nodes.camera()
        let address = try await camera.address()
        let before = try await nodes.recorder(of: address)
        _ = try await before.address()
        #expect(try await before.terminate(SIGTERM).code == 0)
        try await keepCatalog(of: nodes)
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        // Longer than the camera keeps what it has handed over.
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 600 }
        let stored = try await nodes.persisted()
        recorder.killHard()
        try await putBackCatalog(of: nodes)
        let adopted = try await Tool.longshot("verify", nodes.recorderHome, "--fast", "--adopt", "--camera")
        #expect(adopted.errors.contains("not proved: "), "\(adopted.errors)\(adopted.output)")
        let proved = try await nodes.persisted()
        let last = try await nodes.recorder(of: address)
        try await eventually("the recording goes on: \(last.output)") { try await nodes.persisted() > proved + 60 }
        let stop = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(stop.code == 0, "\(stop.errors)")
        let counted = try #require(Int(try await nodes.recording(".[0].frames | .persisted + .missing")))
        let told = try await nodes.recording(".[0] | [.frames, .gaps, .state] | tostring")
        #expect(counted > stored, "of \(stored): \(told)")
        let reasons = try await nodes.recording(".[0].gaps | map(select(.frames > 0).reason) | unique | tostring")
        #expect(reasons == #"["lost-by-recorder"]"#)
        let judged = try await Tool.longshot("verify", nodes.recorderHome, "--fast")
        #expect(judged.code == 3, "\(judged.output)\(judged.errors)")
        withExtendedLifetime(camera) {}
    }

    @Test("goes on with a recording of which the catalog knows nothing, if the camera still keeps footage for it")
    func resumed() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let before = try await nodes.recorder(of: address)
        _ = try await before.address()
        #expect(try await before.terminate(SIGTERM).code == 0)
        try await keepCatalog(of: nodes)
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 60 }
        let (id, stored) = (try await nodes.recording(".[0].id"), try await nodes.persisted())
        recorder.killHard()
        try await putBackCatalog(of: nodes)
        let adopted = try await Tool.longshot("verify", nodes.recorderHome, "--fast", "--adopt", "--camera")
        #expect(adopted.errors.contains("goes on when the recorder is started"), "\(adopted.errors)\(adopted.output)")
        let last = try await nodes.recorder(of: address)
        try await eventually("the recording goes on: \(last.output)") { try await nodes.persisted() > stored + 60 }
        #expect(try await nodes.recording(".[0].id") == id)
        #expect(try await nodes.recording("length") == "1")

        // Once it is over, only its catalog knows where it ended.
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        try await eventually("the camera keeps nothing more for it") {
            try !String(contentsOfFile: nodes.cameraHome + "/holds.json", encoding: .utf8).contains(id)
        }
        #expect(try await last.terminate(SIGTERM).code == 0)
        try await putBackCatalog(of: nodes)
        let over = try await Tool.longshot("verify", nodes.recorderHome, "--fast", "--adopt", "--camera")
        #expect(over.code == 3 && over.errors.contains("only the lost catalog knew"), "\(over.errors)\(over.output)")
        #expect(!over.output.contains("complete: every"), "\(over.output)")
        let uncounted = try await nodes.recording(".[0].gaps | map(select(.isUncounted).reason) | tostring")
        #expect(uncounted == #"["lost-by-recorder"]"#)
        withExtendedLifetime(camera) {}
    }
}
