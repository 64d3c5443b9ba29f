// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The output of `longshot snap --json`; its names are a contract.
struct StillOutput: Decodable {
    let path: String?
    let id, type, sha256, askedAt, shownAt, source: String
    let width, height, bytes: Int
    let shownTick: Int64
    let skewMilliseconds, uncertaintyMilliseconds: Double
    let clamped: Bool

    static func all(in output: String) throws -> [StillOutput] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(StillOutput.self, from: Data($0.utf8)) }
    }
}

/// The part of `/v1/state` about stills.
struct ShutterOutput: Decodable {
    struct Job: Decodable {
        let id, phase: String
        let secondsLeft: Int
        let stills: [String]
    }
    struct Stills: Decodable {
        let source: String?
        let frames, bytes: Int
        let reach: Int64
        let jobs: [Job]
        let busy: [String]
    }
    let stills: Stills
    let health: String
}

extension Nodes {
    /// Takes stills on the camera.
    func snap(_ arguments: String...) async throws -> [StillOutput] {
        let outcome = try await Tool.run(Tool.longshot, ["snap", "--home", cameraHome, "--json"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try StillOutput.all(in: outcome.output)
    }

    /// The state of the camera's shutter.
    func shutter(_ address: String) async throws -> ShutterOutput {
        try JSONDecoder().decode(
            ShutterOutput.self, from: Data(try await ask(cameraHome, address, "/v1/state").utf8))
    }

    /// Waits until the camera's capture runs.
    func ready(_ address: String) async throws {
        try await eventually("the camera runs") {
            try await ask(cameraHome, address, "/v1/state").contains("\"phase\":\"running\"")
        }
    }
}
