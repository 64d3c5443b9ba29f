// SPDX-License-Identifier: Apache-2.0
import Foundation
import ControlClient
import NIOHTTP1
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("A recorder behind its server", .timeLimit(.minutes(2)))
struct RecorderServerTests {
    @Test("It says who it is and which cameras it knows")
    func node() async throws {
        try await Nodes.withRecorder { client, _ async throws in
            #expect(try await client.node().role == .recorder)
            #expect(try await client.cameras().map(\.address) == ["127.0.0.1:1"])
            #expect(try await client.recordings().isEmpty)
            #expect(try await client.files().isEmpty)
        }
    }

    @Test("What is not there or cannot be is a problem")
    func problems() async throws {
        try await Nodes.withRecorder { client, server in
            for path in [
                "/v1/recordings/nope", "/v1/files/nope/content", "/v1/stills", "/v1/footage/manifest",
            ] {
                let answer = try await server.send(.GET, path)
                #expect(answer.status == 404)
                #expect(try answer.json(Problem.self).status == 404)
            }
            let wrong = try await server.send(.PATCH, "/v1/recordings/x", body: #"{"state":"recording"}"#)
            #expect(wrong.status == 400)
            #expect(try wrong.json(Problem.self).detail.contains("state"))
            let missing = await #expect(throws: Problem.self) { try await client.stopRecording("nope") }
            #expect(missing?.status == 404)
            let unknown = await #expect(throws: Problem.self) {
                try await client.startRecording(RecordingRequest(camera: "nope"))
            }
            #expect(unknown?.status == 404)
        }
    }

    @Test("A backlog of 200 stills comes over whole")
    func backlog() async throws {
        let count = 200
        try await Nodes.withCamera(
            preparing: { home in
                try StoredStills.write(count, to: home, save: .both) { _ in [OwnNode.identity.id.text] }
            }
        ) { camera, cameraServer in
            try await Nodes.withRecorder(of: cameraServer.address) { client, _ in
                try await eventually("all are here") {
                    try await client.files().count { $0.phase == .received } == count
                }
                #expect(try await camera.state().health != .red)
            }
        }
    }

    @Test("A still that is asked for at the recorder shows the moment of the press, and comes over")
    func still() async throws {
        try await Nodes.withCamera { camera, cameraServer in
            try await CameraServerTests.waitForPicture(camera)
            try await Nodes.withRecorder(of: cameraServer.address) { client, server in
                try await eventually("the camera is connected") { try await client.cameras()[0].phase == .connected }
                let pressedAt = try await camera.time().monotonic
                try await Task.sleep(for: .milliseconds(300))
                let request = StillRequest(pressedAt: pressedAt, save: .both)
                let job = try await client.takeStills(request, of: "front-door")
                #expect(job.phase == .done)
                let still = try await camera.still(try #require(job.stills.first))
                let asked = try await camera.time()
                #expect(abs(asked.utc - still.askedAt - (asked.monotonic - pressedAt)) < 50_000_000)
                try await eventually("the still is received") {
                    try await client.files().first?.phase == .received
                }
                for (wish, status) in [
                    (StillRequest(pressedAt: pressedAt + 120_000_000_000), 400), (StillRequest(count: 20_000), 400),
                    (StillRequest(save: .both, recipients: ["barn"]), 400),
                ] {
                    let problem = await #expect(throws: Problem.self, "\(wish)") {
                        try await client.takeStills(wish, of: "front-door")
                    }
                    #expect(problem?.status == status)
                }
                let unknown = try await server.send(.POST, "/v1/cameras/nope/stills", body: "{}")
                #expect(unknown.status == 404)
            }
        }
        try await Nodes.withRecorder { client, _ in
            let problem = await #expect(throws: Problem.self) {
                try await client.takeStills(StillRequest(), of: "front-door")
            }
            #expect(problem?.status == 409 && problem?.detail.contains("not connected") == true)
        }
    }

    @Test("A recording is started, stopped and listed, and a still comes over")
    func recording() async throws {
        try await Nodes.withCamera { camera, cameraServer in
            try await CameraServerTests.waitForPicture(camera)
            try await Nodes.withRecorder(of: cameraServer.address) { client, server in
                var started = try await server.send(.POST, "/v1/recordings", body: #"{"transport":"tcp"}"#)
                // Retries while the camera has no picture yet.
                try await eventually("the recording starts") {
                    guard started.status == 409 else { return true }
                    started = try await server.send(.POST, "/v1/recordings", body: #"{"transport":"tcp"}"#)
                    return false
                }
                #expect(started.status == 201, "\(started.text)")
                let recording = try started.json(RecordingDescription.self)
                #expect(started["Location"] == "/v1/recordings/\(recording.id)")
                #expect(try await server.send(.DELETE, "/v1/recordings/\(recording.id)").status == 409, "it goes on")
                try await eventually("something is stored") {
                    try await client.recording(recording.id).frames.persisted > 0
                }
                let job = try await camera.takeStills(StillRequest(save: .both))
                let stopped = try await client.stopRecording(recording.id)
                #expect(stopped.state == .stopped)
                #expect(stopped.frames.missing == 0)
                #expect(try await client.recordings().map(\.id) == [recording.id])
                #expect(try await client.recording(recording.id).segments.isEmpty == false)

                var file: TransferProgress?
                try await eventually("the still is received") {
                    file = try await client.files().first
                    return file?.phase == .received
                }
                let received = try #require(file)
                #expect(
                    try await camera.stillJob(job.id).stills.map { "\($0)-\(OwnNode.identity.id.text.prefix(8))" } == [
                        received.id
                    ])
                let content = try await server.send(
                    .GET, "/v1/files/\(received.id)/content", headers: ["Range": "bytes=0-1"])
                #expect(content.status == 206)
                #expect(content.body == [0xFF, 0xD8])
                let thumbnail = try await server.send(.GET, "/v1/files/\(received.id)/thumbnail")
                #expect(thumbnail.status == 200 && thumbnail.body.starts(with: [0xFF, 0xD8]))
                #expect(try await server.send(.DELETE, "/v1/files/\(received.id)").status == 204)
                #expect(try await client.files().first?.phase == .cancelled)
                #expect(!FileManager.default.fileExists(atPath: try #require(received.path)))
                #expect(try await server.send(.GET, "/v1/files/\(received.id)/content").status == 409)

                #expect(try await client.lockRecording(recording.id, true).isLocked)
                let refused = await #expect(throws: Problem.self) { try await client.deleteRecording(recording.id) }
                #expect(refused?.status == 409 && refused?.detail.contains("unlock") == true)
                #expect(try await client.lockRecording(recording.id, false).isLocked == false)
                try await client.deleteRecording(recording.id)
                #expect(try await client.recordings().isEmpty)
                #expect(!FileManager.default.fileExists(atPath: try #require(stopped.segments.first)))
                #expect(content["Content-Type"] == "image/jpeg")
            }
        }
    }
}
