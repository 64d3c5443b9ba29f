// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Wire

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Start, stop and show recordings.",
        subcommands: [Start.self, Stop.self, Status.self])

    struct Options: ParsableArguments {
        @OptionGroup var target: RecorderTarget

        @Flag(help: "Report as JSON.")
        var json = false

        func report(_ recording: RecordingDescription) throws {
            if json { return try Terminal.say(json: recording) }
            RecordingText.lines(recording).forEach { Terminal.say($0) }
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Start recording a camera.")

        @OptionGroup var options: Options

        @Option(help: "The camera's id, name or address, when the recorder has several.")
        var camera: String?

        @Option(\.recorderTransport, default: "what the recorder has") var transport: Transport?
        @Option(\.recorderLatency, default: "what the recorder has") var latency: Int?

        @Option(help: "Begin that long ago, as far as the camera's spool reaches: 30s, 2m. At most 1h.")
        var before: Interval?

        mutating func run() async throws {
            let request = RecordingRequest(
                camera: camera, transport: transport, latencyMilliseconds: latency,
                beforeMilliseconds: before?.milliseconds)
            let recording = try await options.target.withClient { try await $0.startRecording(request) }
            try options.report(recording)
            if let reach = recording.reach, !options.json {
                Terminal.say("  begins \(Format.duration(reach)) before the start: that much the camera still had")
            }
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop a recording at the end of the fragment in progress.")

        @OptionGroup var options: Options

        @Argument(help: "The recording's id; may be left out when only one goes on.")
        var id: String?

        mutating func run() async throws {
            let recording = try await options.target.withClient { client in
                let running = try await client.state().recordings
                let id = try OnlyOne.id(
                    id, of: running.map(\.id), none: "nothing is being recorded", kind: "recordings")
                return try await client.stopRecording(id)
            }
            try options.report(recording)
            guard recording.state == .stopping, !options.json else { return }
            Terminal.say(
                "  the recording ends at this moment: when the camera is back, or has caught up, what it holds is fetched. "
                    + "If it will not come back: longshot recordings settle \(recording.id)")
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what is being recorded.")

        @OptionGroup var options: Options

        mutating func run() async throws {
            let state = try await options.target.withClient { try await $0.state() }
            if options.json { return try Terminal.say(json: state) }
            let ids = state.cameras.compactMap(\.camera)
            for camera in state.cameras {
                let reason = camera.reason.map { ": \($0)" } ?? ""
                Terminal.say(
                    "\(ShownName(camera.name ?? camera.address, beside: ids))  \(camera.phase.rawValue)\(reason)")
            }
            if state.recordings.isEmpty { Terminal.say("nothing is being recorded") }
            state.recordings.flatMap(RecordingText.lines).forEach { Terminal.say($0) }
        }
    }
}
