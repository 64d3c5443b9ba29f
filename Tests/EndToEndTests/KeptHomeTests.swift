// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Homes that a released version has left", .serialized, .timeLimit(.minutes(4)))
struct KeptHomeTests {
    /// What FFmpeg and `sha256sum` found when `scripts/homes` kept them.
    private struct Expected: Decodable {
        struct Footage: Decodable {
            let id: String
            let frames: Int
            let digest: String?
        }
        struct File: Decodable {
            let path: String
            let digest: String
        }
        let finished: Footage
        let running: Footage
        let files: [File]
    }

    private struct Verdict: Decodable {
        struct Recording: Decodable { let id: String }
        let account: String
        let recording: Recording
    }

    private static let archives: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.file("Tests/Homes"))) ?? []
        return names.filter { $0.hasSuffix(".tar.xz") }.sorted()
    }()

    /// The footage of an exported recording, as a digest by FFmpeg.
    private func digest(of recording: String, _ nodes: Nodes, as name: String) async throws -> String {
        let clip = nodes.home.file(name)
        let exported = try await Tool.longshot(
            "export", recording, "--home", nodes.recorderHome, "--output", clip)
        #expect(exported.code == 0, "\(exported.errors)")
        let copy = ["-map", "0:v", "-c", "copy", "-bsf:v", "h264_mp4toannexb", "-f", "md5", "-"]
        let digest = try await Tool.run("ffmpeg", ["-v", "error", "-i", clip] + copy)
        return digest.output.trimmingCharacters(in: .whitespacesAndNewlines).replacing("MD5=", with: "")
    }

    private func verdict(of recording: String, _ nodes: Nodes) async throws -> String? {
        let verified = try await Tool.longshot("verify", nodes.recorderHome, "--json")
        return try JSONDecoder().decode([Verdict].self, from: Data(verified.output.utf8))
            .first { $0.recording.id == recording }?.account
    }

    private func stored(_ recording: String, _ nodes: Nodes) async throws -> Int {
        Int(try await nodes.recording(".[] | select(.id == \"\(recording)\").frames.persisted")) ?? 0
    }

    @Test(
        "are read, verified and used: recordings, a recording that was going on, stills, pairing and settings",
        arguments: archives)
    func used(archive: String) async throws {
        let nodes = try Nodes()
        let unpacked = try await Tool.run(
            "tar", ["-C", nodes.home.path, "-xJf", Checkout.file("Tests/Homes/\(archive)")])
        #expect(unpacked.code == 0, "\(unpacked.errors)")
        let expected = try JSONDecoder().decode(
            Expected.self, from: Data(contentsOf: URL(fileURLWithPath: nodes.home.file("expected.json"))))
        for file in expected.files {
            let sum = try await Tool.run("sha256sum", [nodes.recorderHome + "/" + file.path])
            #expect(sum.output.hasPrefix(file.digest), "\(file.path): \(sum.output)\(sum.errors)")
        }
        // Before any node of this version has run, and so before a catalog is upgraded.
        #expect(try await verdict(of: expected.finished.id, nodes) == "complete")
        #expect(try await digest(of: expected.finished.id, nodes, as: "before.mp4") == expected.finished.digest)

        // The settings are those of its home, and the pairing is.
        let camera = try Child(
            ["camera", "--home", nodes.cameraHome, "--host", "127.0.0.1", "--port", "0", "--page-port", "0"],
            home: nodes.home)
        let recorder = try await nodes.recorder(of: try await camera.address())
        // More than the camera had spooled: the footage of that time, and that of a new epoch.
        try await eventually("the recording goes on: \(recorder.output)\(camera.output)") {
            try await stored(expected.running.id, nodes) > expected.running.frames + 40
        }
        let stills = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome, "--json")
        #expect(
            stills.code == 0 && expected.files.allSatisfy { stills.output.contains($0.digest) },
            "\(stills.output)\(stills.errors)")
        let stopped = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(stopped.code == 0, "\(stopped.errors)")
        try await eventually("the rest is fetched") {
            try await nodes.recording(".[] | select(.id == \"\(expected.running.id)\").state") == "stopped"
        }
        // Nothing is missing but what was in no file when the camera was killed.
        let reasons = try await nodes.recording(
            ".[] | select(.id == \"\(expected.running.id)\").gaps | map(.reason) | unique | tostring")
        #expect(reasons == "[\"camera-restarted\"]", "\(reasons)")
        #expect(try await verdict(of: expected.finished.id, nodes) == "complete")
        #expect(try await digest(of: expected.finished.id, nodes, as: "after.mp4") == expected.finished.digest)
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("There is one of the first version")
    func kept() {
        #expect(Self.archives.contains("0.1.0.tar.xz"))
    }
}
