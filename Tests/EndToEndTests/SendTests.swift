// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("longshot send", .serialized, .timeLimit(.minutes(6)))
struct SendTests {
    private struct Report: Decodable {
        let path, result: String
        let name, sha256, problem: String?
        let skipped: Bool?
        let bytes, sentBytes: Int?
    }

    private func send(_ arguments: [String]) async throws -> (reports: [Report], outcome: Tool.Outcome) {
        let outcome = try await Tool.run(Tool.longshot, ["send", "--json"] + arguments)
        let reports = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Report.self, from: Data($0.utf8))
        }
        return (reports, outcome)
    }

    private func file(_ nodes: Nodes, _ name: String, megabytes: Int) async throws -> String {
        let path = nodes.home.file(name)
        _ = try await Tool.run("sh", ["-c", "head -c \(megabytes)M /dev/urandom > '\(path)'"])
        return path
    }

    /// The visible files in a node's folder for received files.
    private func received(_ home: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: home + "/received")) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The number of bytes of the file that the camera has received.
    private func arrived(_ nodes: Nodes) -> Int {
        let folder = nodes.cameraHome + "/received/.transfers/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let part = names.first { $0.hasSuffix(".part") }.map { folder + $0 }
        return part.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int } ?? 0
    }

    private func isEqual(_ one: String, _ other: String) async throws -> Bool {
        try await Tool.run("cmp", [one, other]).code == 0
    }

    @Test("hands files from a recorder to its camera, and skips what is there")
    func whole() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.pair()
        let big = try await file(nodes, "big.bin", megabytes: 20)
        let small = try nodes.home.write("hello", as: "small.txt")
        let (reports, outcome) = try await send(["--home", nodes.recorderHome, big, small, address])
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(reports.map(\.result) == ["received", "received"] && reports.map(\.sentBytes) == [20 << 20, 5])
        #expect(received(nodes.cameraHome) == ["big.bin", "small.txt"])
        #expect(try await isEqual(big, nodes.cameraHome + "/received/big.bin"))
        #expect(try await Tool.run("sha256sum", [big]).output.hasPrefix(try #require(reports.first?.sha256)))

        let twin = try nodes.home.write("twice", as: "twin.txt")
        let (twice, both) = try await send(["--home", nodes.recorderHome, twin, twin, address])
        #expect(both.code == 0 && twice.map(\.skipped) == [false, true], "\(both.errors)")

        let missing = nodes.home.file("missing")
        let (again, failed) = try await send(["--home", nodes.recorderHome, big, missing, small, address])
        #expect(again.map(\.result) == ["failed", "received", "received"])
        #expect(again.compactMap(\.skipped) == [true, true])
        #expect(failed.code == 1 && failed.errors.contains("there is no such file"), "\(failed.errors)")

        let listed = try await Tool.run(Tool.longshot, ["files", "list", "--home", nodes.cameraHome])
        #expect(listed.output.components(separatedBy: "received").count > 2, "\(listed.output)\(listed.errors)")
        let id = String(try #require(listed.output.split(separator: " ").first))
        let deleted = try await Tool.run(Tool.longshot, ["files", "delete", "--home", nodes.cameraHome, id])
        #expect(deleted.code == 0, "\(deleted.errors)")
        #expect(received(nodes.cameraHome).count == 2)
        #expect(try await nodes.hears("transfer", from: nodes.cameraHome, address))
    }

    @Test("goes on behind what has arrived when it is killed again and again, and when the receiver is")
    func killed() async throws {
        let nodes = try Nodes()
        var camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.pair()
        let big = try await file(nodes, "big.bin", megabytes: 200)
        var generator = SeededGenerator(seed: 11)
        for round in 0..<6 {
            let sender = try Child(["send", "--home", nodes.recorderHome, big, address], home: nodes.home)
            // Waits for a random part of the rest.
            let goal = arrived(nodes) + Int.random(in: 1...(30 << 20), using: &generator)
            try await eventually("more has come: \(sender.output)") { arrived(nodes) >= goal || !sender.isRunning }
            if round == 3 {
                camera.killHard()
                camera = try nodes.camera(port: String(address.split(separator: ":").last ?? "0"))
                _ = try await camera.address()
            }
            sender.killHard()
        }
        try await eventually("nothing comes any more") {
            try await !nodes.ask(nodes.cameraHome, address, "/v1/files").contains("transferring")
        }
        let (reports, outcome) = try await send(["--home", nodes.recorderHome, big, address])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(reports.first?.result == "received")
        #expect(received(nodes.cameraHome) == ["big.bin"])
        #expect(try await isEqual(big, nodes.cameraHome + "/received/big.bin"))
    }

    @Test("keeps what has arrived when it is interrupted, and says 130")
    func paused() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.pair()
        let big = try await file(nodes, "big.bin", megabytes: 400)
        let sender = try Child(["send", "--home", nodes.recorderHome, big, address], home: nodes.home)
        try await eventually("some has come") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/files").contains("transferring")
        }
        let end = try await sender.terminate(SIGINT)
        #expect(end.code == 130)
        #expect(sender.output.contains("what has arrived is kept there: the same command goes on"), "\(sender.output)")
        try await eventually("it is suspended") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/files").contains("suspended")
        }
        let (reports, outcome) = try await send(["--home", nodes.recorderHome, big, address])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try #require(reports.first?.sentBytes) < 400 << 20)
        #expect(try await isEqual(big, nodes.cameraHome + "/received/big.bin"))
    }

    @Test("is refused without the grant, and by a person, with the reason")
    func refused() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write("files:\n  ask: true\n", as: "camera/longshot.yaml")
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.pair()
        let small = try nodes.home.write("hello", as: "small.txt")
        let sender = try Child(["send", "--home", nodes.recorderHome, small, address], home: nodes.home)
        try await eventually("it waits: \(sender.output)") { sender.output.contains("waiting until somebody") }
        var list = try await Tool.run(Tool.longshot, ["files", "list", "--home", nodes.cameraHome]).output
        #expect(list.contains("waits for a decision"))
        let refused = try await Tool.run(
            Tool.longshot,
            [
                "files", "refuse", "--home", nodes.cameraHome, String(list.prefix { $0 != " " }), "--reason",
                "not now\nlongshot: all.txt: received",
            ])
        #expect(refused.code == 0, "\(refused.errors)")
        #expect(try await sender.exit() == 1)
        // It cannot write lines in the name of the program.
        #expect(sender.output.contains(#"not now\u{A}longshot: all.txt"#), "\(sender.output)")

        let interrupted = try Child(["send", "--home", nodes.recorderHome, small, address], home: nodes.home)
        try await eventually("it waits: \(interrupted.output)") {
            interrupted.output.contains("waiting until somebody")
        }
        #expect(try await interrupted.terminate(SIGINT).code == 130)
        #expect(interrupted.output.contains("nothing was sent of what still waits"), "\(interrupted.output)")

        let another = try Child(["send", "--home", nodes.recorderHome, small, address], home: nodes.home)
        try await eventually("it waits: \(another.output)") { another.output.contains("waiting until somebody") }
        list = try await Tool.run(Tool.longshot, ["files", "list", "--home", nodes.cameraHome]).output
        let offered = try #require(list.split(separator: "\n").first { $0.contains("waits for a decision") })
        let accepted = try await Tool.run(
            Tool.longshot, ["files", "accept", "--home", nodes.cameraHome, String(offered.prefix { $0 != " " })])
        #expect(accepted.code == 0, "\(accepted.errors)")
        #expect(try await another.exit() == 0, "\(another.output)")
        #expect(received(nodes.cameraHome) == ["small.txt"])

        let peers = try await Tool.run(Tool.longshot, ["pair", "list", "--home", nodes.cameraHome, "--json"]).output
        let id = try #require(peers.firstMatch(of: /"id" : "([a-z2-7]+)"/)?.1)
        _ = try await Tool.run(Tool.longshot, ["pair", "grant", String(id), "view", "--home", nodes.cameraHome])
        let other = try nodes.home.write("other", as: "other.txt")
        let (_, outcome) = try await send(["--home", nodes.recorderHome, other, address])
        #expect(outcome.code == 1 && outcome.errors.contains("needs the grant send"), "\(outcome.errors)")
    }
}
