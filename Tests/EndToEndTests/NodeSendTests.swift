// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A node that hands files to its peers", .serialized, .timeLimit(.minutes(6)))
struct NodeSendTests {
    private struct File: Decodable {
        let id, kind, phase, sha256: String
        let problem: String?
    }

    /// A camera that has a picture, and its recorder.
    private func scene(
        _ nodes: Nodes, _ arguments: [String] = []
    ) async throws -> (camera: Child, address: String, recorder: Child, desk: String) {
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let recorder = try await nodes.recorder(of: address, arguments)
        return (camera, address, recorder, try await recorder.address())
    }

    private func list(_ nodes: Nodes, _ home: String, _ address: String, _ path: String) async throws -> [File] {
        let answer = try await nodes.ask(home, address, path)
        return answer.isEmpty ? [] : try JSONDecoder().decode([File].self, from: Data(answer.utf8))
    }

    /// Sends the recorder a request as its owner; returns the status of the answer.
    private func tell(
        _ nodes: Nodes, _ address: String, _ method: String, _ path: String, _ body: String
    ) async throws -> String {
        let script =
            "\(nodes.curl(nodes.recorderHome)) -o /dev/null -w '%{http_code}' -X \(method) "
            + "-H 'Content-Type: application/json' -d '\(body)' https://\(address)\(path)"
        return try await Tool.run("sh", ["-c", script]).output
    }

    @Test("waits for one that is away, over its own restart too, and goes on when told to")
    func away() async throws {
        let nodes = try Nodes()
        var (camera, address, recorder, desk) = try await scene(nodes)
        _ = try await nodes.snap("--save", "both")
        try await eventually("the recorder has the still") {
            try await list(nodes, nodes.recorderHome, desk, "/v1/files").contains { $0.phase == "received" }
        }
        let still = try #require(try await list(nodes, nodes.recorderHome, desk, "/v1/files").first)
        let peer = try await cameraID(nodes, desk)
        let wish = #"{"files":["\#(still.id)"],"to":"\#(peer)"}"#

        camera.killHard()
        #expect(try await tell(nodes, desk, "POST", "/v1/sends", wish) == "202")
        let sends = { try await list(nodes, nodes.recorderHome, desk, "/v1/sends") }
        try await eventually("it says that the camera is away") {
            try await sends().first.map { $0.phase == "suspended" && $0.problem?.contains("is away") == true } ?? false
        }
        let path = "/v1/sends/\(try #require(try await sends().first?.id))"
        #expect(try await tell(nodes, desk, "PATCH", path, #"{"isPaused":true}"#) == "200")
        #expect(try await recorder.terminate().code == 0)
        recorder = try await nodes.recorder(of: address)
        desk = try await recorder.address()
        #expect(try await sends().map(\.phase) == ["paused"])

        camera = try nodes.camera(port: String(address.split(separator: ":").last ?? "0"))
        _ = try await camera.address()
        #expect(try await tell(nodes, desk, "PATCH", path, #"{"isPaused":false}"#) == "200")
        try await eventually("it is there: \(recorder.output)") {
            try await sends().map(\.phase) == ["received"]
        }
        let arrived = try await list(nodes, nodes.cameraHome, address, "/v1/files")
        #expect(arrived.map(\.sha256) == [still.sha256] && arrived.map(\.kind) == ["file"])
        #expect(try await tell(nodes, desk, "DELETE", path, "") == "204")
        #expect(try await sends().isEmpty)
        #expect(try await tell(nodes, desk, "POST", "/v1/sends", #"{"files":["nothing"],"to":"\#(peer)"}"#) == "404")
        #expect(try await tell(nodes, desk, "POST", "/v1/sends", #"{"files":["a"],"to":"nobody"}"#) == "404")
    }

    @Test("makes a movie of a recording and hands it over: the very bytes that an export has")
    func movie() async throws {
        let nodes = try Nodes()
        let (camera, address, recorder, desk) = try await scene(nodes, ["--continuous"])
        defer { withExtendedLifetime(camera) {} }
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 60 }
        let peer = try await cameraID(nodes, desk)
        let recording = try await nodes.recording(".[0].id")
        let wish = #"{"files":["\#(recording)"],"to":"\#(peer)"}"#
        #expect(try await tell(nodes, desk, "POST", "/v1/sends", wish) == "409")
        #expect(try await Tool.longshot("record", "stop", "--home", nodes.recorderHome).code == 0)
        try await eventually("it is over") { try await nodes.recording(".[0].state") == "stopped" }
        #expect(try await tell(nodes, desk, "POST", "/v1/sends", wish) == "202")
        try await eventually("it is there: \(recorder.output)") {
            try await list(nodes, nodes.recorderHome, desk, "/v1/sends").map(\.phase) == ["received"]
        }
        let export = nodes.home.file("export.mp4")
        let exported = try await Tool.longshot("export", "--home", nodes.recorderHome, "-o", export)
        #expect(exported.code == 0, "\(exported.errors)")
        let digest = try await Tool.run("sha256sum", [export]).output.prefix(64)
        #expect(try await list(nodes, nodes.cameraHome, address, "/v1/files").map { $0.sha256[...] } == [digest])
        try await eventually("no movie is left behind") {
            try FileManager.default.contentsOfDirectory(atPath: nodes.recorderHome + "/sends").isEmpty
        }
    }

    @Test("makes a movie of each format of a recording: the very files of an export in parts")
    func formats() async throws {
        let nodes = try Nodes()
        let (camera, address, recorder, desk) = try await scene(nodes, ["--continuous"])
        defer { withExtendedLifetime(camera) {} }
        let other = Picture.small.replacing("640", with: "320").replacing("360", with: "180")
        _ = try nodes.home.write(Picture.capture(caps: other), as: "camera/pipelines/tiny.pipeline")
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 60 }
        let used = try await Tool.longshot("pipeline", "use", "tiny", "--home", nodes.cameraHome)
        #expect(used.code == 0, "\(used.errors)")
        try await eventually("both sizes are in the archive: \(recorder.output)") {
            try await nodes.recording(".[0].formats // [] | length") == "2"
        }
        #expect(try await Tool.longshot("record", "stop", "--home", nodes.recorderHome).code == 0)
        try await eventually("it is over") { try await nodes.recording(".[0].state") == "stopped" }
        let (peer, recording) = (try await cameraID(nodes, desk), try await nodes.recording(".[0].id"))
        let wish = #"{"files":["\#(recording)"],"to":"\#(peer)"}"#
        #expect(try await tell(nodes, desk, "POST", "/v1/sends", wish) == "202")
        try await eventually("both are there: \(recorder.output)") {
            try await list(nodes, nodes.recorderHome, desk, "/v1/sends").map(\.phase) == ["received", "received"]
        }
        let exported = try await Tool.longshot(
            "export", "--split", "--json", "--home", nodes.recorderHome, "-o", nodes.home.file("export.mp4"))
        struct Part: Decodable { let sha256: String }
        let parts = try JSONDecoder().decode([Part].self, from: Data(exported.output.utf8))
        let arrived = try await list(nodes, nodes.cameraHome, address, "/v1/files")
        #expect(Set(arrived.map(\.sha256)) == Set(parts.map(\.sha256)) && parts.count == 2)
    }

    @Test("stops at once when the peer that gets a file is revoked")
    func revoked() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write("files:\n  ask: true\n", as: "camera/longshot.yaml")
        let (camera, _, recorder, desk) = try await scene(nodes)
        defer { withExtendedLifetime(camera) {} }
        _ = try await nodes.snap("--save", "both")
        try await eventually("the recorder has the still") {
            try await list(nodes, nodes.recorderHome, desk, "/v1/files").contains { $0.phase == "received" }
        }
        let still = try #require(try await list(nodes, nodes.recorderHome, desk, "/v1/files").first)
        let peer = try await cameraID(nodes, desk)
        #expect(
            try await tell(nodes, desk, "POST", "/v1/sends", #"{"files":["\#(still.id)"],"to":"\#(peer)"}"#) == "202")
        let sends = { try await list(nodes, nodes.recorderHome, desk, "/v1/sends") }
        try await eventually("it waits for the camera's owner: \(recorder.output)") {
            try await sends().map(\.phase) == ["offered"]
        }
        let revoked = try await Tool.longshot("pair", "revoke", peer, "--home", nodes.recorderHome)
        #expect(revoked.code == 0, "\(revoked.errors)")
        try await eventually("it has failed: \(recorder.output)") {
            try await sends().map(\.problem) == ["\(peer) is not paired with this node any more"]
        }
    }

    @Test("tries again to fetch a still that it could not keep, when told to")
    func retry() async throws {
        let nodes = try Nodes()
        let (camera, _, recorder, desk) = try await scene(nodes)
        defer { withExtendedLifetime(camera) {} }
        // A file blocks the path of the folder for the camera's stills.
        let folder = "\(nodes.recorderHome)/files/\(try await cameraID(nodes, desk))"
        _ = try nodes.home.write("in the way", as: String(folder.dropFirst(nodes.home.path.count + 1)))
        _ = try await nodes.snap("--save", "both")
        let files = { try await list(nodes, nodes.recorderHome, desk, "/v1/files") }
        try await eventually("it has failed: \(recorder.output)") { try await files().map(\.phase) == ["failed"] }
        let path = "/v1/files/\(try #require(try await files().first?.id))/retry"
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await tell(nodes, desk, "POST", path, "") == "202")
        try await eventually("it is there: \(recorder.output)") { try await files().map(\.phase) == ["received"] }
        #expect(try await tell(nodes, desk, "POST", path, "") == "409")
    }

    private struct Peer: Decodable {
        let id: String
    }

    private func cameraID(_ nodes: Nodes, _ desk: String) async throws -> String {
        let peers = try await nodes.ask(nodes.recorderHome, desk, "/v1/peers")
        return try #require(try JSONDecoder().decode([Peer].self, from: Data(peers.utf8)).first?.id)
    }
}
