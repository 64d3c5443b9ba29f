// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Wire

/// A node's state in the text format of Prometheus (text exposition format 0.0.4).
struct MetricsText {
    /// The media type of the format.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    init(_ node: NodeDescription, _ state: NodeState) {
        let health: [NodeState.Health: Int] = [.green: 0, .yellow: 1, .red: 2]
        family("longshot_build_info", "The version that runs.")
        sample("longshot_build_info", ["version": node.version, "role": node.role.rawValue, "name": node.name], 1)
        family("longshot_health", "Whether the node does its job: 0 green, 1 yellow, 2 red.")
        sample("longshot_health", [:], health[state.health] ?? 2)
        family("longshot_peers_connected", "Sessions of peers that are connected.")
        sample("longshot_peers_connected", [:], state.peers.count { $0.phase == .connected })
        if let capture = state.capture { addCapture(capture, state) }
        if node.role == .recorder { addRecorder(state) }
        addProcess()
    }

    private mutating func addCapture(_ capture: CaptureState, _ state: NodeState) {
        family("longshot_capture_running", "Whether frames come out of the capture pipeline.")
        sample("longshot_capture_running", ["pipeline": capture.pipeline], capture.phase == .running ? 1 : 0)
        family("longshot_capture_epoch", "How often the capture has been started.")
        sample("longshot_capture_epoch", [:], capture.epoch)
        family("longshot_live_sessions", "Live sessions that send.")
        sample("longshot_live_sessions", [:], state.live.count)
        family("longshot_frames_total", "Frames since the node started, at each station of their way.", "counter")
        let counters = state.counters ?? FrameCounters()
        sample("longshot_frames_total", ["station": "captured"], counters.captured)
        sample("longshot_frames_total", ["station": "encoded"], counters.encoded)
        sample("longshot_frames_total", ["station": "spooled"], counters.spooled ?? 0)
    }

    private mutating func addRecorder(_ state: NodeState) {
        family("longshot_camera_connected", "Whether the link to a camera holds.")
        for camera in state.cameras {
            sample(
                "longshot_camera_connected", ["camera": camera.name ?? camera.address],
                camera.phase == .connected ? 1 : 0)
        }
        let recordings = state.recordings
        family("longshot_recording_frames", "Frames of a recording that goes on, at each station of their way.")
        for recording in recordings {
            let frames = recording.frames
            for (station, count) in [
                ("captured", frames.captured), ("received", frames.received), ("persisted", frames.persisted),
                ("missing", frames.missing),
            ] {
                sample("longshot_recording_frames", labels(recording).merging(["station": station]) { $1 }, count)
            }
        }
        let figures: [(String, String, (RecordingDescription) -> Int)] = [
            ("bytes", "The size of a recording that goes on.", { Int($0.bytes) }),
            ("gaps", "Gaps of a recording that goes on.", { $0.gaps.count }),
            ("backlog_bytes", "What of it is still to be fetched.", { Int($0.backlog?.bytes ?? 0) }),
            ("live_bits_per_second", "Live video in the last second.", { $0.live?.bitsPerSecond ?? 0 }),
            ("live_lost_packets", "Packets that live video lost in the last second.", { $0.live?.lost ?? 0 }),
            ("live_repeated_packets", "Packets that had to come twice in it.", { $0.live?.repeated ?? 0 }),
            ("live_latency_nanoseconds", "From capture to receiver, the middle.", { Int($0.live?.latency ?? 0) }),
            ("live_slowest_nanoseconds", "From capture to receiver, p99.", { Int($0.live?.slowest ?? 0) }),
            ("trouble", "Whether it does not grow although it should.", { $0.trouble == nil ? 0 : 1 }),
        ]
        for (name, help, value) in figures {
            family("longshot_recording_\(name)", help)
            for recording in recordings { sample("longshot_recording_\(name)", labels(recording), value(recording)) }
        }
    }

    /// The process's memory and descriptors (proc_pid_status(5), proc_pid_fd(5)).
    private mutating func addProcess() {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        if let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
            Int($0)
        }) {
            family("process_resident_memory_bytes", "Resident memory size in bytes.")
            sample("process_resident_memory_bytes", [:], kibibytes << 10)
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            family("process_open_fds", "Number of open file descriptors.")
            sample("process_open_fds", [:], files.count)
        }
    }

    private func labels(_ recording: RecordingDescription) -> [String: String] {
        ["camera": recording.cameraName, "recording": recording.id]
    }

    private mutating func family(_ name: String, _ help: String, _ type: String = "gauge") {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private mutating func sample(_ name: String, _ labels: [String: String], _ value: Int) {
        let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
        text += name + (list.isEmpty ? "" : "{\(list.joined(separator: ","))}") + " \(value)\n"
    }

    /// Names come from users and from other nodes.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
