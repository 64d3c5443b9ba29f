// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A camera and a recorder in their own processes, with a cheap test picture.
struct Nodes {
    let home: Home
    let cameraHome: String
    let recorderHome: String

    init() throws {
        home = try Home()
        (cameraHome, recorderHome) = (home.file("camera"), home.file("recorder"))
    }

    func camera(port: String = "0", _ arguments: [String] = []) throws -> Child {
        let numbered = [
            "--capture", "test", "--set", "format.caps=" + Picture.small, "--set", "encoder.speed-preset=ultrafast",
        ]
        let picture = arguments.contains("--capture") ? [] : numbered
        return try Child(
            ["camera", "--home", cameraHome, "--host", "127.0.0.1", "--port", port] + Self.page(beside: arguments)
                + picture + arguments, home: home)
    }

    /// Any free port for the page: beside a port that is given, the page would take the standard one, which other tests may use.
    private static func page(beside arguments: [String]) -> [String] {
        arguments.contains("--page-port") || arguments.contains("--no-page") ? [] : ["--page-port", "0"]
    }

    /// Starts a recorder; the first call pairs it with the camera, which must be running.
    func recorder(of camera: String, port: String = "0", _ arguments: [String] = []) async throws -> Child {
        if !FileManager.default.fileExists(atPath: recorderHome + "/peers.json") { try await pair() }
        return try Child(
            ["recorder", "--home", recorderHome, "--host", "127.0.0.1", "--port", port, "--camera", camera]
                + Self.page(beside: arguments) + arguments, home: home)
    }

    /// Pairs the recorder with its own camera or that of other nodes; the code goes through a file, never through an argument.
    func pair(with others: Nodes? = nil) async throws {
        let owner = try Child(
            ["pair", "open", "--home", (others ?? self).cameraHome, "--yes", "--json"], home: (others ?? self).home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let invitation = try home.write(owner.output, as: "invitation.json")
        let joined = try await Tool.run(
            "sh",
            [
                "-c",
                "jq -r .link \(invitation) | \(Tool.longshot) pair join --as recorder --home \(recorderHome) --json",
            ])
        #expect(joined.code == 0, "\(joined.errors)\(owner.output)")
        #expect(try await owner.exit() == 0)
    }

    /// A node's answer to its owner, requested with curl; empty if there is none.
    func ask(_ nodeHome: String, _ address: String, _ path: String) async throws -> String {
        try await Tool.run("curl", ["-sf", "-m", "5"] + Self.key(of: nodeHome) + ["https://\(address)\(path)"]).output
    }

    /// Writes the answer to a file.
    func ask(_ nodeHome: String, _ address: String, _ path: String, into file: String) async throws {
        let answer = try await Tool.run(
            "curl", ["-sf", "-m", "10", "-o", file] + Self.key(of: nodeHome) + ["https://\(address)\(path)"])
        #expect(answer.code == 0, "\(path)")
    }

    /// Whether a word occurs in a node's events, including stored ones.
    func hears(_ word: String, from nodeHome: String, _ address: String) async throws -> Bool {
        let events = "timeout 40 \(curl(nodeHome)) 'https://\(address)/v1/events?after=0'"
        return try await Tool.run("sh", ["-c", "\(events) | grep -m1 \(word)"]).output.contains(word)
    }

    /// A shell command that runs curl as a node's owner.
    func curl(_ nodeHome: String) -> String {
        (["curl", "-sN"] + Self.key(of: nodeHome)).joined(separator: " ")
    }

    private static func key(of home: String) -> [String] {
        ["-k", "--cert", home + "/identity/certificate.pem", "--key", home + "/identity/key.pem"]
    }

    /// A field of the only recording, selected by a jq filter.
    func recording(_ filter: String) async throws -> String {
        let list = try await Tool.longshot("recordings", "--home", recorderHome, "--json")
        let path = home.file("recordings.json")
        try list.output.write(toFile: path, atomically: true, encoding: .utf8)
        return try await Tool.run("jq", ["-r", filter, path]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The number of frames of the only recording in the archive.
    func persisted() async throws -> Int {
        Int(try await recording(".[0].frames.persisted // 0")) ?? 0
    }

    /// The paths of the only recording's segments.
    func segments() async throws -> [String] {
        try await recording(".[0].segments[]").split(separator: "\n").map(String.init)
    }

    /// The paths of the files in the camera's spool, in the order of capture.
    func spoolFiles() -> [String] {
        let spool = cameraHome + "/spool/"
        let files = FileManager.default.enumerator(atPath: spool)?.allObjects as? [String] ?? []
        return files.filter { $0.hasSuffix(".mp4") }.sorted().map { spool + $0 }
    }
}
