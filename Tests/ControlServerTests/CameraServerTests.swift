// SPDX-License-Identifier: Apache-2.0
import Camera
import ControlClient
import Crypto
import Foundation
import Media
import NIOCore
import NIOHTTP1
import SystemPackage
import TestSupport
import Tasks
import Testing
import Trust
import Wire
import _NIOFileSystem

@testable import ControlServer

@Suite("A camera behind its server", .timeLimit(.minutes(2)))
struct CameraServerTests {
    @Test("It says who it is, how it is, and what time it is")
    func node() async throws {
        try await Nodes.withCamera { client, _ in
            let node = try await client.node()
            #expect(node.role == .camera)
            #expect(node.name == "front-door")
            #expect(try await client.state().capture?.pipeline == "pattern")
            let offset = try await client.clockOffset()
            // Client and server share a machine and its clock.
            #expect(abs(offset.nanoseconds) <= offset.uncertainty)
        }
    }

    @Test("Each announced fragment can be fetched, whole and in part, and is what was announced")
    func footage() async throws {
        try await Nodes.withCamera { client, server in
            let events = try await client.connectedEvents()
            let announced = try #require(
                try await events.first { numbered -> FragmentAnnouncement? in
                    if case .fragment(let fragment) = numbered.event { fragment } else { nil }
                })
            let bytes = try await client.fragment(announced)
            #expect(bytes.count == announced.bytes)
            #expect(SHA256.hash(data: bytes).hexadecimal == announced.sha256)
            let initSegment = try await client.initSegment(of: announced)
            #expect(initSegment.dropFirst(4).starts(with: "ftyp".utf8))

            let path = "/v1/footage/\(announced.epoch)/\(announced.sequence)"
            let part = try await server.send(
                .GET, path, headers: ["Range": "bytes=10-19", "If-Range": "\"\(announced.sha256)\""])
            #expect(part.status == 206)
            #expect(part.body == Array(bytes[10..<20]))
            #expect(part["Content-Type"] == "video/mp4")
            let digest = Data(SHA256.hash(data: bytes)).base64EncodedString()
            #expect(part["Repr-Digest"] == "sha-256=:\(digest):")

            let manifest = try await client.manifest(epoch: announced.epoch)
            #expect(manifest.fragments.contains(announced))
            #expect(
                try await client.manifest(epoch: announced.epoch, after: announced.sequence - 1, limit: 1)
                    .fragments
                    == [announced])
            try await client.acknowledge(
                FootageAcknowledgement(epoch: announced.epoch, through: announced.sequence))
            let absurd = #"{"epoch":1,"through":9223372036854775807,"isFinal":false}"#
            #expect(try await server.send(.POST, "/v1/footage/acks", body: absurd).status == 400)
            for missing in [
                "/v1/footage/\(announced.epoch)/99999", "/v1/footage/99/1", "/v1/footage/1/init/00",
            ] {
                #expect(try await server.send(.GET, missing).status == 404, "\(missing)")
            }
            #expect(try await server.send(.GET, "/v1/footage/one/1").status == 400)
            #expect(try await server.send(.GET, "/v1/footage/manifest?after=1").status == 400)
        }
    }

    @Test("A still is pressed, announced, downloaded and deleted")
    func stills() async throws {
        try await Nodes.withCamera { client, server in
            try await Self.waitForPicture(client)
            let events = try await client.connectedEvents()
            let job = try await client.takeStills(StillRequest())
            let still = try #require(
                try await events.first { numbered -> Still? in
                    if case .still(let still) = numbered.event { still } else { nil }
                })
            #expect(still.job == job.id)
            #expect(try await client.still(still.id) == still)
            #expect(try await client.stills() == [still])
            #expect(try await client.stills(after: still.id).isEmpty)
            #expect(try await client.stillJob(job.id).stills == [still.id])
            try await withDirectory { directory in
                let target = directory.appending(still.name)
                try await client.download(Download(still, to: target))
                let file = try await Array(
                    buffer: ByteBuffer(contentsOf: target, maximumSizeAllowed: .mebibytes(16)))
                #expect(file.count == still.bytes)
                #expect(file.starts(with: [0xFF, 0xD8]))
            }
            let head = try await server.send(.HEAD, "/v1/stills/\(still.id)/content")
            #expect(head["Content-Length"] == "\(still.bytes)")
            #expect(head["Content-Disposition"] == "attachment; filename=\"\(still.name)\"")
            let thumbnail = try await server.send(.GET, "/v1/stills/\(still.id)/thumbnail")
            #expect(thumbnail.status == 200 && thumbnail["Content-Type"] == "image/jpeg")
            #expect(thumbnail.body.starts(with: [0xFF, 0xD8]) && thumbnail.body.count < still.bytes + 1_000)
            let again = try await server.send(.GET, "/v1/stills/\(still.id)/thumbnail")
            #expect(again.body == thumbnail.body && again["ETag"] == thumbnail["ETag"])
            try await client.deleteStill(still.id)
            #expect(try await server.send(.GET, "/v1/stills/\(still.id)/thumbnail").status == 404)
            await #expect(throws: Problem.self) { try await client.still(still.id) }
            #expect(try await server.send(.GET, "/v1/stills/\(still.id)/content").status == 404)
        }
    }

    @Test("A countdown can be cancelled")
    func countdown() async throws {
        try await Nodes.withCamera { client, server in
            let answer = try await server.send(
                .POST, "/v1/stills",
                body: #"{"timerSeconds":60,"count":1,"everyMilliseconds":0,"save":"camera"}"#)
            #expect(answer.status == 202)
            let job = try answer.json(StillJob.self)
            #expect(answer["Location"] == "/v1/stills/jobs/\(job.id)")
            #expect(try await client.stillJob(job.id).phase == .countdown)
            #expect(try await client.state().stills?.jobs.map(\.id) == [job.id])
            let problem = await #expect(throws: Problem.self) {
                try await client.takeStills(StillRequest(whenBusy: .refuse))
            }
            #expect(problem?.status == 409 && problem?.type.hasSuffix(":busy") == true)
            #expect(problem?.detail.contains(job.id) == true)
            _ = try await client.cancelStills(job: job.id)
            try await eventually("it is cancelled") { try await client.stillJob(job.id).phase == .cancelled }
        }
    }

    @Test("The shutter takes on so many presses and no more, and says why")
    func full() async throws {
        try await Nodes.withCamera { client, _ in
            var jobs: [String] = []
            for _ in 0..<64 { jobs.append(try await client.takeStills(StillRequest(timerSeconds: 600)).id) }
            let problem = await #expect(throws: Problem.self) { try await client.takeStills(StillRequest()) }
            #expect(problem?.type.hasSuffix(":busy") == true && problem?.detail.contains("61 more") == true)
            #expect(try await client.state().stills?.busy.count == 64)
            for job in jobs { _ = try await client.cancelStills(job: job) }
            try await eventually("all are over") { try await client.state().stills?.busy.isEmpty == true }
        }
    }

    @Test("Of the running pipeline only declared numbers, switches and choices can be set, all or none")
    func pipelineProperties() async throws {
        try await Nodes.withCamera { client, _ in
            let names = try await client.pipelineProperties("pattern").map(\.name)
            #expect(names == ["encoder.bitrate"])
            for (property, value) in [
                ("format.caps", "video/x-raw"), ("camera.pattern", "snow"), ("encoder.option-string", "x"),
                ("encoder.multipass-cache-file", "/tmp/x"), ("encoder.bitrate", "@/etc/passwd"),
                ("encoder.bitrate", "0"), ("nothing.bitrate", "1"), ("", ""),
            ] {
                let change = PipelineChange(set: ["encoder.bitrate": "300"].merging([property: value]) { $1 })
                let problem = await #expect(throws: Problem.self, "\(property)=\(value)") {
                    try await client.setPipelineProperties("pattern", change)
                }
                #expect(problem?.status == 400, "\(property)=\(value): \(problem as Any)")
            }
            #expect(try await client.pipelineProperties("pattern").first?.value != "300")
            let set = try await client.setPipelineProperties("pattern", PipelineChange(set: ["encoder.bitrate": "300"]))
            #expect(set.first?.value == "300")
        }
    }

    @Test("What is not there or cannot be is a problem")
    func problems() async throws {
        try await Nodes.withCamera { client, _ in
            let unknown: [(String, () async throws -> Void)] = [
                ("still", { _ = try await client.still("nope") }),
                ("delete", { try await client.deleteStill("../../etc/passwd") }),
                ("job", { _ = try await client.stillJob("nope") }),
                ("cancel", { _ = try await client.cancelStills(job: "nope") }),
                ("live", { _ = try await client.closeLive("nope") }),
                ("pipeline", { _ = try await client.pipelineText("nope") }),
                ("path", { _ = try await client.activatePipeline("../../etc/passwd") }),
                ("recordings", { _ = try await client.recordings() }),
                ("epoch", { _ = try await client.takeStills(StillRequest(seen: SeenFrame(epoch: 99, tick: 1))) }),
            ]
            for (name, request) in unknown {
                let problem = await #expect(throws: Problem.self, "\(name)") { try await request() }
                #expect(problem?.status == 404, "\(name): \(problem as Any)")
                #expect(problem?.detail.isEmpty == false)
            }
            let absurd = [
                StillRequest(timerSeconds: -1), StillRequest(count: 0), StillRequest(pressedAt: .min),
                StillRequest(pressedAt: .max), StillRequest(pressUncertainty: .min),
                StillRequest(pressUncertainty: .max), StillRequest(seen: SeenFrame(epoch: 1, tick: .max)),
                StillRequest(seen: SeenFrame(epoch: 1, tick: .min)),
                StillRequest(count: 2, seen: SeenFrame(epoch: 1, tick: 1)),
                StillRequest(pressedAt: 1, seen: SeenFrame(epoch: 1, tick: 1)),
            ]
            for wish in absurd {
                let problem = await #expect(throws: Problem.self, "\(wish)") { try await client.takeStills(wish) }
                #expect(problem?.status == 400, "\(wish)")
            }
        }
    }

    /// A valid live request, changed by `change`.
    private func wish(_ transport: Transport = .udp, _ change: (inout LiveRequest) -> Void = { _ in }) -> LiveRequest {
        let key = { (byte: UInt8) in Confidential(Data(repeating: byte, count: 44).base64EncodedString()) }
        var wish = LiveRequest(
            transport: transport, mediaPort: 40_000, controlPort: 40_001, ssrc: 1, retransmissionSSRC: 2,
            firstSequenceNumber: 32_767, latencyMilliseconds: 200, cipher: "aes-256-gcm", mediaKey: key(1),
            feedbackSSRC: transport == .udp ? 3 : 0, feedbackKey: transport == .udp ? key(2) : nil)
        change(&wish)
        return wish
    }

    @Test("A wish for live video with keys or numbers that cannot be is refused, and nothing starts")
    func absurdWishes() async throws {
        let absurd = [
            wish { $0.cipher = "null" }, wish { $0.cipher = "aes-128-gcm" }, wish { $0.mediaKey = Confidential("") },
            wish { $0.mediaKey = Confidential("=?") }, wish { $0.feedbackKey = nil },
            wish { $0.feedbackKey = $0.mediaKey }, wish(.tcp) { $0.feedbackKey = $0.mediaKey },
            wish { $0.feedbackKey = Confidential("QQ==") }, wish { $0.ssrc = 0 }, wish { $0.feedbackSSRC = 0 },
            wish { $0.retransmissionSSRC = $0.ssrc }, wish { $0.feedbackSSRC = 1 }, wish { $0.feedbackSSRC = 2 },
            wish { $0.firstSequenceNumber = 32_768 }, wish { $0.firstSequenceNumber = -1 },
            wish { $0.latencyMilliseconds = 0 }, wish { $0.mediaPort = 0 },
        ]
        try await Nodes.withCamera { client, _ in
            try await Self.waitForPicture(client)
            for wish in absurd {
                let problem = await #expect(throws: Problem.self, "\(wish)") { _ = try await client.openLive(wish) }
                #expect(problem?.status == 400, "\(wish)")
                #expect(try await client.state().live.isEmpty)
            }
            let session = try await client.openLive(wish())
            #expect(try await client.state().live == [session.id])
            _ = try await client.closeLive(session.id)
        }
    }

    @Test("Sessions that end before a frame was sent make room for others")
    func shortSessions() async throws {
        try await Nodes.withCameraNode { client, camera in
            try await Self.waitForPicture(client)
            // A camera has at most 16 sessions at once.
            for _ in 0..<16 {
                _ = try await client.openLive(wish())
                camera.footage.endLive(of: OwnNode.identity.id.text)
            }
            try await eventually("all are over") { try await client.state().live.isEmpty }
            _ = try await client.closeLive(client.openLive(wish()).id)
        }
    }

    static func waitForPicture(_ client: ControlClient) async throws {
        try await eventually("the camera has a picture") { try await client.state().capture?.phase == .running }
    }
}
