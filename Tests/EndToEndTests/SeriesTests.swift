// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A series of stills outlives its camera's process", .serialized, .timeLimit(.minutes(6)))
struct SeriesTests {
    private struct Kept: Decodable {
        let id, job: String
        let askedAt: Int64
    }
    private struct Job: Decodable {
        let phase: String
        let taken, skipped, count: Int
    }

    private let nodes: Nodes

    init() throws { nodes = try Nodes() }

    /// A camera with a series that has begun.
    private func begun(count: Int) async throws -> (camera: Child, address: String, id: String) {
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        return (camera, address, try await begin(address, count: count))
    }

    private func begin(_ address: String, count: Int) async throws -> String {
        let press = #"-X POST -H 'Content-Type: application/json' -d '{"count":\#(count),"everyMilliseconds":1000}'"#
        let job = try await Tool.run(
            "sh", ["-c", "\(nodes.curl(nodes.cameraHome)) \(press) https://\(address)/v1/stills | jq -r .id"])
        return job.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func stills(_ address: String, of job: String) async throws -> [Kept] {
        let list = try await nodes.ask(nodes.cameraHome, address, "/v1/stills")
        return try JSONDecoder().decode([Kept].self, from: Data(list.utf8)).filter { $0.job == job }
    }

    private func job(_ address: String, _ id: String) async throws -> Job {
        let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/stills/jobs/\(id)")
        return try JSONDecoder().decode(Job.self, from: Data(answer.utf8))
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: nodes.cameraHome + "/series")) ?? []).sorted()
    }

    @Test("killed, or told to stop: it goes on with its beat, leaves out what fell between, and is over in the end")
    func killed() async throws {
        let (first, before, id) = try await begun(count: 12)
        try await eventually("some are taken") { try await stills(before, of: id).count >= 3 }
        try await eventually("it is written down") { files == ["\(id).json"] }
        first.killHard()
        let second = try nodes.camera()
        let between = try await second.address()
        try await eventually("it goes on") { try await stills(between, of: id).count >= 5 }
        #expect(try await second.terminate().code == 0)
        #expect(files == ["\(id).json"])
        let third = try nodes.camera()
        let after = try await third.address()
        try await eventually("it is over") { try await job(after, id).phase == "done" }
        let ended = try await job(after, id)
        let kept = try await stills(after, of: id)
        #expect(ended.count == 12 && ended.taken + ended.skipped == 12 && ended.taken == kept.count)
        #expect(Set(kept.map(\.id)).count == kept.count && kept.count >= 5)
        let fetched = try await Tool.longshot(
            "stills", "fetch", id, "--home", nodes.cameraHome, "-o", nodes.home.file("lapse") + "/")
        let saysSkipped = fetched.errors.contains("\(id): \(ended.skipped) of 12 stills w")
        #expect(fetched.code == 0 && saysSkipped == (ended.skipped > 0), "\(fetched.errors)")
        let start = try #require(kept.map(\.askedAt).min())
        for still in kept {
            // The number determines the moment. The tolerance allows for corrections of the system clock.
            let number = try #require(Int(still.id.suffix(4)))
            let moment = Double(still.askedAt - start) / 1e9
            #expect(abs(moment - Double(number - 1)) < 0.02, "\(still.id): \(moment) s")
        }
        try await eventually("nothing of it is kept") { files.isEmpty }
    }

    @Test("cancelled after a restart it ends for good; one that is not understood is left alone")
    func cancelled() async throws {
        let (first, _, id) = try await begun(count: 1_000)
        try await eventually("it is written down") { files == ["\(id).json"] }
        first.killHard()
        _ = try nodes.home.write("{\"id\":\"../../x\",\"request\":{},\"start\":0}", as: "camera/series/odd.json")
        // A series without an interval, and one at the end of time.
        let odd = [
            "fast": #"{"count":5},"start":0"#,
            "late": #"{"count":5,"everyMilliseconds":1000},"start":-9223372036854775808"#,
        ]
        for (name, rest) in odd {
            _ = try nodes.home.write(#"{"id":"\#(name)","request":\#(rest)}"#, as: "camera/series/\(name).json")
        }
        let second = try nodes.camera()
        let after = try await second.address()
        try await eventually("it goes on: \(second.output)") { try await job(after, id).phase == "taking" }
        let cancelled = try await Tool.longshot("stills", "cancel", "--home", nodes.cameraHome)
        #expect(cancelled.code == 0, "\(cancelled.errors)")
        try await eventually("it is forgotten") { files == ["fast.json", "late.json", "odd.json"] }
        #expect(second.output.contains("series not understood"), "\(second.output)")
        #expect(try await second.terminate().code == 0)
        #expect(files == ["fast.json", "late.json", "odd.json"])
    }
}
