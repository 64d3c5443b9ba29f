// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A camera and a recorder in processes of their own, with a cheap test picture.
struct Nodes {
    let home: Home
    let cameraHome: String
    let recorderHome: String

    init() throws {
        home = try Home()
        (cameraHome, recorderHome) = (home.file("camera"), home.file("recorder"))
    }

    func camera(port: String = "0", _ arguments: [String] = []) throws -> Child {
        let picture = arguments.contains("--capture") ? [] : ["--set", "format.caps=" + Picture.small]
        return try Child(["camera", "--home", cameraHome, "--port", port] + picture + arguments, home: home)
    }

    func recorder(of camera: String, port: String = "0", _ arguments: [String] = []) throws -> Child {
        try Child(["recorder", "--home", recorderHome, "--port", port, "--camera", camera] + arguments, home: home)
    }

    /// A field of the only recording, as jq finds it.
    func recording(_ filter: String) async throws -> String {
        let list = try await Tool.longshot("recordings", "--home", recorderHome, "--json")
        let path = home.file("recordings.json")
        try list.output.write(toFile: path, atomically: true, encoding: .utf8)
        return try await Tool.run("jq", ["-r", filter, path]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// How many frames the only recording has in the archive.
    func persisted() async throws -> Int {
        Int(try await recording(".[0].frames.persisted // 0")) ?? 0
    }

    /// The paths of the only recording's segments.
    func segments() async throws -> [String] {
        try await recording(".[0].segments[]").split(separator: "\n").map(String.init)
    }
}
