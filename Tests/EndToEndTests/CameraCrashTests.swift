// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A camera that crashes", .serialized, .timeLimit(.minutes(3)))
struct CameraCrashTests {
    /// The part of a camera's state that is read here.
    private struct State: Decodable {
        struct Counters: Decodable {
            let captured: Int
        }
        let counters: Counters
    }

    /// The frames that a camera has captured.
    private func captured(_ nodes: Nodes, _ address: String) async throws -> Int {
        let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        return (try? JSONDecoder().decode(State.self, from: Data(answer.utf8)))?.counters.captured ?? 0
    }

    @Test("keeps the frames of its fragment in progress, which no recorder has got")
    func kept() async throws {
        let nodes = try Nodes()
        // One key frame in 10 s: a fragment is as long as it may be, 4 s.
        let first = try nodes.camera(["--set", "encoder.key-int-max=300"])
        let address = try await first.address()
        var before = 0
        try await eventually("it has captured for two seconds: \(first.output)") {
            before = try await captured(nodes, address)
            return before > 60
        }
        first.killHard()

        let second = try nodes.camera(["--set", "encoder.key-int-max=300"])
        _ = try await second.address()
        #expect(second.output.contains("frames that were in progress at a crash are kept"), "\(second.output)")
        #expect(try await second.terminate().code == 0)

        // ffprobe counts the frames in the files of the first epoch.
        let files = nodes.spoolFiles().filter { $0.contains("epoch-000001") }
        var frames = 0
        for file in files { frames += try await Judge.probe(file).frames }
        // 250 ms are 7 frames.
        #expect(frames >= before - 7, "\(frames) of \(before): \(files)")
    }
}
