// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
import Testing
import Wire

@testable import ControlServer

@Suite("Figures for Prometheus", .timeLimit(.minutes(1)))
struct MetricsTests {
    private static let node = NodeDescription(
        id: "k", name: "a \"b\"\\\n", role: .recorder, version: "1", capabilities: [])

    @Test("Names of others stay within their quotes, and every line is a comment or a sample")
    func lines() throws {
        var state = NodeState()
        var recording = RecordingDescription(
            id: "r1", camera: "c1", cameraName: "x\"} 1\nlongshot_health 0", transport: .udp, state: .recording,
            startedAt: 1)
        (recording.trouble, recording.frames.persisted) = ("no space", 7)
        (state.health, state.recordings) = (.red, [recording])
        let lines = MetricsText(Self.node, state).text.split(separator: "\n")
        let sample = /(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="([^"\\]|\\.)*"(,[a-z_]+="([^"\\]|\\.)*")*\})? -?\d+)/
        for line in lines { #expect(line.wholeMatch(of: sample) != nil, "\(line)") }
        #expect(lines.contains("longshot_health 2"))
        #expect(lines.contains { $0.hasPrefix("longshot_recording_trouble{") && $0.hasSuffix(" 1") })
        #expect(lines.contains { $0.contains(#"station="persisted""#) && $0.hasSuffix(" 7") })
        // A family is described once, before its samples.
        let families = lines.filter { $0.hasPrefix("# TYPE") }
        #expect(Set(families).count == families.count)
    }

    @Test("Both nodes serve it, with what they do")
    func served() async throws {
        try await Nodes.withCamera { camera, server in
            try await CameraServerTests.waitForPicture(camera)
            let answer = try await server.send(.GET, "/metrics")
            #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(answer.text.contains("longshot_capture_running{pipeline=\"pattern\"} 1"))
            #expect(answer.text.contains("process_open_fds "))
            try await Nodes.withRecorder(of: server.address) { _, recorder in
                let text = try await recorder.send(.GET, "/metrics").text
                #expect(text.contains("longshot_camera_connected{"))
            }
        }
    }
}
