// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The output of `longshot demo --json`; its names are a contract.
struct DemoOutput: Decodable {
    struct Frames: Decodable {
        let captured, encoded, spooled, received, persisted, decodable, missing: Int
        let backfilled: Int?
    }

    struct Gap: Decodable {
        let frames: Int
        let reason: String
    }

    struct Recording: Decodable {
        let id, camera, transport, codec: String
        let width, height: Int
        let frames: Frames
        let gaps: [Gap]
        let segments: [String]
    }

    struct Still: Decodable {
        let path, sha256, askedAt, shownAt, source: String
        let width, height: Int
        let shownTick: Int64
        let skewMilliseconds, transferMilliseconds: Double
    }

    let recording: Recording
    let still: Still?
    let verified: Bool

    /// Runs a demo and reads its report.
    static func run(home: Home, seconds: Int, _ arguments: [String] = []) async throws -> (DemoOutput, Tool.Outcome) {
        let outcome = try await Tool.run(
            Tool.longshot, ["demo", "--json", "--home", home.path, "--seconds", "\(seconds)"] + arguments)
        let report = try JSONDecoder().decode(DemoOutput.self, from: Data(outcome.output.utf8))
        return (report, outcome)
    }
}
