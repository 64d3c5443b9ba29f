// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("An export whose camera is away", .serialized, .timeLimit(.minutes(6)))
struct ExportIdentityTests {
    private struct Seen: Decodable {
        struct Stream: Decodable {
            struct Data: Decodable { let rotation: Int? }
            let tags: [String: String]
            let side_data_list: [Data]?
        }
        struct Format: Decodable { let tags: [String: String] }
        let streams: [Stream]
        let format: Format
    }

    @Test("says when and by which camera it was captured, and is shown as the camera was mounted")
    func identity() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write(
            "name: Front door\ncamera:\n  make: Maker\n  model: Model 3\n  orientation: 90\n",
            as: "camera/longshot.yaml")
        let begun = Date().addingTimeInterval(-1)
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: try await camera.address())
        _ = try await recorder.address()
        try await eventually("the recording starts") {
            try await Tool.longshot("record", "start", "--home", nodes.recorderHome).code == 0
        }
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 60 }
        #expect(try await camera.terminate().code == 0)
        #expect(try await recorder.terminate().code == 0)
        try FileManager.default.removeItem(atPath: nodes.cameraHome)

        let file = nodes.home.file("export.mp4")
        let export = try await Tool.longshot("export", "--home", nodes.recorderHome, "-o", file)
        #expect(export.code == 0, "\(export.errors)")
        let probe = try await Tool.run(
            "ffprobe", ["-v", "error", "-of", "json", "-show_format", "-show_streams", file])
        let seen = try JSONDecoder().decode(Seen.self, from: Data(probe.output.utf8))
        let tags = seen.format.tags
        #expect(tags["title"] == "Front door" && tags["make"] == "Maker" && tags["model"] == "Model 3")
        #expect(seen.streams.first?.side_data_list?.compactMap(\.rotation) == [-90])
        let created = try #require(tags["creation_time"])
        let moment = try Date(created, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        #expect(moment > begun && moment < Date())
        // The time code is the same second of the day.
        let code = try #require(seen.streams.first?.tags["timecode"])
        #expect(code.prefix(8) == created.dropFirst(11).prefix(8), "\(code) \(created)")
        #expect(try await Judge.probe(file).start == 0)
    }
}
