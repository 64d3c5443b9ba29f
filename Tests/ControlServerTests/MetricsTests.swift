// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
import TestSupport
import Testing
import Wire

@testable import ControlServer

@Suite("Metrics for Prometheus", .timeLimit(.minutes(1)))
struct MetricsTests {
    private static func metrics(_ role: NodeDescription.Role, _ state: NodeState) throws -> Exposition {
        let node = NodeDescription(id: "k", name: "a \"b\"\\\n", role: role, version: "1", capabilities: [])
        return try Exposition(MetricsText(node, state).text)
    }

    /// A recording with a value for each metric.
    private static var recording: RecordingDescription {
        var recording = RecordingDescription(
            id: "r1", camera: "c1", cameraName: "x\"} 1\nlongshot_health 0", transport: .udp, state: .recording,
            startedAt: 1)
        (recording.trouble, recording.frames.persisted, recording.frames.missing) = ("no space", 7, 2)
        recording.bytes = 5_000_000_000
        recording.backlog = Backlog(
            fragments: 3, bytes: 1_500, duration: 2_500_000_000, epoch: 1, sequence: 1, secondsLeft: nil)
        recording.live = LiveStatistics(
            bitsPerSecond: 8_000_004, frames: 30, lost: 4, repeated: 5, late: 0, jitter: 0, roundTrip: nil,
            latency: 80_500_000, slowest: -1_000)
        return recording
    }

    /// A state with a value for each metric of both roles.
    private static var full: NodeState {
        var state = NodeState()
        state.health = .red
        state.disk = DiskState(free: 1, total: 2)
        state.capture = CaptureState(pipeline: "pattern")
        state.recordings = [recording]
        state.cameras = [CameraLinkState(address: "a"), CameraLinkState(address: "b")]
        for index in state.cameras.indices { state.cameras[index].name = "same" }
        return state
    }

    @Test("The text obeys the format, whatever others call themselves, and its units are seconds and bytes")
    func values() throws {
        let metrics = try Self.metrics(.recorder, Self.full)
        let labels = ["camera": Self.recording.cameraName, "recording": "r1"]
        #expect(metrics["longshot_build_info"] == [["version": "1", "role": "recorder", "name": "a \"b\"\\\n"]: 1])
        #expect(metrics["longshot_health"] == [[:]: 2])
        #expect(metrics["longshot_recording_frames_total"][labels.merging(["stage": "persisted"]) { $1 }] == 7)
        let figures = [
            "missing_frames": 2, "size_bytes": 5e9, "backlog_bytes": 1_500, "backlog_seconds": 2.5,
            "live_bytes_per_second": 1_000_000.5, "live_lost_packets": 4, "live_retransmitted_packets": 5,
            "live_latency_seconds": 0.0805, "live_latency_p99_seconds": -1e-6, "trouble": 1,
        ]
        for (name, value) in figures {
            #expect(metrics["longshot_recording_\(name)"] == [labels: value], "\(name)")
        }
        #expect(metrics["longshot_camera_connected"].count == 2, "cameras with the same name differ in their address")
    }

    @Test("A value that is not known is absent")
    func unknown() throws {
        var state = Self.full
        state.recordings[0].live = nil
        let metrics = try Self.metrics(.recorder, state)
        #expect(metrics["longshot_recording_live_latency_seconds"].isEmpty)
        #expect(metrics["longshot_recording_live_lost_packets"].count == 1)
    }

    @Test("Names follow the conventions of Prometheus: base units, and _total for counters only")
    func names() throws {
        for family in try Self.metrics(.recorder, Self.full).families {
            #expect(family.name.hasSuffix("_total") == (family.type == "counter"), "\(family.name)")
            #expect(!family.name.contains(/milli|micro|nano|kilo|mega|kibi|mebi|_bits|minutes|hours/), "\(family.name)")
            #expect(family.help.hasSuffix("."), "\(family.name)")
        }
    }

    @Test("docs/reference/metrics.md lists exactly the metrics that exist")
    func document() throws {
        var recorderState = Self.full
        recorderState.capture = nil
        let camera = try Self.metrics(.camera, Self.full)
        let recorder = try Self.metrics(.recorder, recorderState)
        var lines = ["| metric | nodes | type | unit | labels | meaning |", "|---|---|---|---|---|---|"]
        let cameraNames = Set(camera.families.map(\.name))
        let recorderNames = Set(recorder.families.map(\.name))
        let families = camera.families + recorder.families.filter { !cameraNames.contains($0.name) }
        for family in families {
            let nodes =
                recorderNames.contains(family.name) ? cameraNames.contains(family.name) ? "both" : "recorder" : "camera"
            let labels = family.samples.keys.first?.keys.sorted().map { "`\($0)`" }.joined(separator: ", ") ?? ""
            let cells = ["`\(family.name)`", nodes, family.type, Self.unit(of: family.name), labels, family.help]
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        let difference = try Checkout.difference(
            of: lines.joined(separator: "\n"), from: "metrics", in: "docs/reference/metrics.md")
        #expect(difference == [], "LONGSHOT_WRITE_TABLES=1 scripts/units MetricsTests writes the table as it is now")
    }

    private static func unit(of name: String) -> String {
        if name.hasSuffix("_bytes_per_second") { return "bytes/s" }
        for unit in ["bytes", "seconds"] where name.hasSuffix("_\(unit)") { return unit }
        return ""
    }

    @Test("Both nodes serve it, with what they do")
    func served() async throws {
        try await Nodes.withCamera { camera, server in
            try await CameraServerTests.waitForPicture(camera)
            let answer = try await server.send(.GET, "/metrics")
            #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            let metrics = try Exposition(answer.text)
            #expect(metrics["longshot_capture_running"] == [["pipeline": "pattern"]: 1])
            #expect(metrics["process_open_fds"].count == 1)
            try await Nodes.withRecorder(of: server.address) { _, recorder in
                let metrics = try Exposition(try await recorder.send(.GET, "/metrics").text)
                #expect(metrics["longshot_camera_connected"].count == 1)
            }
        }
    }
}
