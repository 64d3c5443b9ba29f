// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Wire

/// A node's state in the text format of Prometheus (text exposition format 0.0.4), in seconds and bytes.
struct MetricsText {
    /// The media type of the format.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private typealias Sample = (labels: [String: String], value: Double)

    private enum Kind: String {
        case gauge, counter
    }

    private(set) var text = ""

    init(_ node: NodeDescription, _ state: NodeState) {
        let labels = ["version": node.version, "role": node.role.rawValue, "name": node.name]
        add(
            "longshot_build_info", "The program's version, and the node's role and name; the value is 1.", [(labels, 1)]
        )
        let health: [NodeState.Health: Double] = [.green: 0, .yellow: 1, .red: 2]
        add(
            "longshot_health", "Whether the node does its job: 0 green, 1 yellow, 2 red.",
            [([:], health[state.health] ?? 2)])
        // A recorder connects to its cameras; all others connect to the node.
        let connected = state.peers.count { $0.phase == .connected } + state.cameras.count { $0.phase == .connected }
        add("longshot_peers_connected", "Connected sessions of peers.", connected)
        if let disk = state.disk {
            add("longshot_disk_free_bytes", "Free space on the disk that stores footage.", disk.free)
            add("longshot_disk_size_bytes", "Size of the disk that stores footage.", disk.total)
        }
        if let capture = state.capture { addCapture(capture, state) }
        if node.role == .recorder { addRecorder(state) }
        addProcess()
    }

    private mutating func addCapture(_ capture: CaptureState, _ state: NodeState) {
        add(
            "longshot_capture_running", "Whether the capture pipeline gives frames: 1 yes, 0 no.",
            [(["pipeline": capture.pipeline], capture.phase == .running ? 1 : 0)])
        add("longshot_capture_epoch", "Number of the capture's epoch; each start begins a new one.", capture.epoch)
        add("longshot_live_sessions", "Sessions that receive live video.", state.live.count)
        let counters = state.counters ?? FrameCounters()
        add(
            "longshot_frames_total", "Frames since the node started that reached this stage.", as: .counter,
            Self.stages([
                "captured": counters.captured, "encoded": counters.encoded, "spooled": counters.spooled ?? 0,
            ]))
    }

    private mutating func addRecorder(_ state: NodeState) {
        add(
            "longshot_camera_connected", "Whether the link to the camera is connected: 1 yes, 0 no.",
            state.cameras.map {
                (["camera": $0.name ?? $0.address, "address": $0.address], $0.phase == .connected ? 1 : 0)
            })
        add(
            "longshot_recording_frames_total", "Frames of a running recording that reached this stage.", as: .counter,
            state.recordings.flatMap { recording in
                let frames = recording.frames
                return Self.stages(
                    ["captured": frames.captured, "received": frames.received, "persisted": frames.persisted],
                    Self.labels(recording))
            })
        let figures: [(String, String, (RecordingDescription) -> Double?)] = [
            ("missing_frames", "Captured frames that are not in the archive.", { Double($0.frames.missing) }),
            ("size_bytes", "Size of the recording.", { Double($0.bytes) }),
            ("gaps", "Gaps in the recording.", { Double($0.gaps.count) }),
            ("backlog_bytes", "Footage still to fetch from the camera.", { Double($0.backlog?.bytes ?? 0) }),
            (
                "backlog_seconds", "Duration of the footage still to fetch from the camera.",
                { Self.seconds($0.backlog?.duration ?? 0) }
            ),
            (
                "live_bytes_per_second", "Live video received in the last second.",
                { Double($0.live?.bitsPerSecond ?? 0) / 8 }
            ),
            (
                "live_lost_packets", "Packets of live video lost in the last second.",
                { Double($0.live?.lost ?? 0) }
            ),
            (
                "live_retransmitted_packets",
                "Packets of live video that arrived by retransmission in the last second.",
                { Double($0.live?.repeated ?? 0) }
            ),
            (
                "live_latency_seconds",
                "Median latency from capture to receiver in the last second; absent if not known.",
                { $0.live?.latency.map(Self.seconds) }
            ),
            (
                "live_latency_p99_seconds",
                "99th percentile of the latency from capture to receiver in the last second; absent if not known.",
                { $0.live?.slowest.map(Self.seconds) }
            ),
            (
                "trouble", "Whether the recording should grow and does not: 1 yes, 0 no.",
                { $0.trouble == nil ? 0 : 1 }
            ),
        ]
        for (name, help, value) in figures {
            add(
                "longshot_recording_\(name)", help,
                state.recordings.compactMap { recording in
                    value(recording).map { (Self.labels(recording), $0) }
                })
        }
    }

    /// The process's memory and descriptors (proc_pid_status(5), proc_pid_fd(5)).
    private mutating func addProcess() {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        if let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
            Int($0)
        }) {
            add("process_resident_memory_bytes", "Resident memory of the process.", kibibytes << 10)
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            add("process_open_fds", "Open file descriptors of the process.", files.count)
        }
    }

    private static func stages(_ counts: [String: Int], _ labels: [String: String] = [:]) -> [Sample] {
        counts.sorted { $0.key < $1.key }.map { (labels.merging(["stage": $0.key]) { $1 }, Double($0.value)) }
    }

    private static func labels(_ recording: RecordingDescription) -> [String: String] {
        ["camera": recording.cameraName, "recording": recording.id]
    }

    private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    private mutating func add(_ name: String, _ help: String, _ value: some BinaryInteger) {
        add(name, help, [([:], Double(value))])
    }

    private mutating func add(_ name: String, _ help: String, as kind: Kind = .gauge, _ samples: [Sample]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, value) in samples {
            let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
            let number = Int(exactly: value).map(String.init) ?? "\(value)"
            text += name + (list.isEmpty ? "" : "{\(list.joined(separator: ","))}") + " \(number)\n"
        }
    }

    /// Names come from users and from other nodes.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
