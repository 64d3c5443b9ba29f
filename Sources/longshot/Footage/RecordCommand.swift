// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Pipelines
import SystemPackage
import Trust
import Wire

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Start, stop and show recordings.",
        subcommands: [Start.self, Stop.self, Status.self])

    struct Options: ParsableArguments {
        @OptionGroup var target: RecorderTarget

        @Flag(help: "Report as JSON.")
        var json = false

        /// The commands that pair the recorder with a camera.
        var pairing: String {
            "`longshot pair open` on the camera, then `longshot pair join --as recorder\(NodeHome.addition(target.home))` "
                + (target.recorder == nil ? "here" : "on the recorder")
        }

        /// Runs a request for each item at the same time, and reports the recordings in the order of the items.
        ///
        /// With several items, a failure does not stop the others: it is a line on standard error, and the exit code is
        /// that of the first one.
        ///
        /// - Parameters:
        ///   - cameras: those of the recorder, as far as they are known.
        ///   - isAll: whether the user means all of them, so that JSON is an array also of one.
        func report<Item: Sendable>(
            _ items: [Item], named name: (Item) -> String, among cameras: [CameraLinkState] = [], isAll: Bool = false,
            note: (RecordingDescription) -> String? = { _ in nil },
            _ request: @escaping @Sendable (Item) async throws -> RecordingDescription
        ) async throws {
            let (recordings, failure) = try await Several.results(
                items, named: name, completing: target.advised, request)
            let isList = json && (isAll || items.count > 1)
            if isList { try Terminal.say(json: recordings) }
            let away = Set(cameras.filter { $0.phase != .connected }.compactMap(\.camera))
            let there = Set(recordings.map(\.camera)).subtracting(away)
            let known = cameras.compactMap { link in link.camera.map { ($0, link.name ?? $0) } }
            let shown = recordings.named(by: cameras)
            let names = DistinctNames(shown.map { ($0.camera, $0.cameraName) } + known)
            if json, !isList { try recordings.forEach { try Terminal.say(json: $0) } }
            for recording in json ? [] : shown {
                RecordingText.lines(recording, there: there, names).forEach { Terminal.say($0, indent: 4) }
                if let note = note(recording) { Terminal.say("  \(note)") }
            }
            if let failure { throw failure }
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Start recording cameras.")

        @OptionGroup var options: Options

        @Option(
            name: .customLong("camera"),
            help: """
                Which camera, or all; the option may be repeated. (an id, name, address or all; default: the only one)
                """,
            completion: .linkedCamera)
        var cameras: [String] = []

        @Option(\.recorderTransport, default: "what the recorder has") var transport: Transport?
        @Option(\.recorderLatency, default: "what the recorder has") var latency: Int?

        @Option(
            help: """
                Begin that long ago, as far as the camera's spool reaches. (a time up to 1h, such as 30s or 2m; \
                default: 0s)
                """)
        var before: Interval?

        mutating func run() async throws {
            let (options, wanted) = (options, cameras)
            let request = RecordingRequest(
                transport: transport, latencyMilliseconds: latency, beforeMilliseconds: before?.milliseconds)
            try await options.target.withClient { client in
                let selected = try await Self.selected(wanted, on: client, options)
                guard !selected.isEmpty else {
                    if options.json { return try Terminal.say(json: [RecordingDescription]()) }
                    return Terminal.say("all cameras are being recorded")
                }
                let requests = selected.map { camera in
                    var one = request
                    one.camera = camera
                    return one
                }
                // Who may record may perhaps not see the cameras.
                let known = (try? await client.cameras()) ?? []
                let away = known.filter { $0.phase != .connected }
                let named = known.compactMap { link in link.camera.map { (id: $0, name: link.name ?? $0) } }
                let names = DistinctNames(named)
                try await options.report(
                    requests,
                    named: { one in
                        named.first { $0.id == one.camera }.map { names.text($0.id, $0.name) } ?? one.camera ?? ""
                    },
                    among: known,
                    isAll: wanted.contains(CameraList.all),
                    note: { Self.note($0, away, wanted: requests[0]) }
                ) {
                    try await client.startRecording($0)
                }
            }
        }

        /// The named cameras; with `all`, each that is not recorded yet.
        ///
        /// Nil stands for the only one.
        private static func selected(
            _ cameras: [String], on client: ControlClient, _ options: Options
        ) async throws -> [String?] {
            guard cameras == [CameraList.all] else { return cameras.isEmpty ? [nil] : cameras }
            let recorded = Set(try await client.state().recordings.filter { $0.state != .stopping }.map(\.camera))
            let known = try await client.cameras().compactMap(\.camera)
            guard !known.isEmpty else {
                throw Problem.conflict("this recorder has no camera. To pair it with one: \(options.pairing)")
            }
            return known.filter { !recorded.contains($0) }
        }

        mutating func validate() throws {
            if let before, before.milliseconds > 3_600_000 { throw ValidationError("--before is at most 1h") }
        }

        private static func note(
            _ recording: RecordingDescription, _ away: [CameraLinkState], wanted: RecordingRequest
        ) -> String? {
            if let link = away.first(where: { $0.camera == recording.camera }) {
                return
                    "\(ShownName(recording.cameraName)) is not connected (\(link.reason ?? "it does not answer")): what it "
                    + "captures from now on is fetched when it is back"
            }
            guard wanted.beforeMilliseconds ?? 0 == 0 || recording.reach != nil else {
                return "has nothing from before the start yet: the camera had none, or its pictures come late"
            }
            return recording.reach.map { reach in
                let isAll = reach / 1_000_000 >= Int64(wanted.beforeMilliseconds ?? 0) - 2_000
                return
                    "begins \(Format.duration(reach)) before the start\(isAll ? "" : ": that much the camera still had")"
            }
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop recordings at the end of the fragment in progress.")

        @OptionGroup var options: Options

        @Argument(help: "The ids of recordings; may be left out when only one goes on.", completion: .runningRecording)
        var ids: [String] = []

        @Option(
            name: .customLong("camera"),
            help: """
                Stop the recording of this camera, or all; the option may be repeated. (an id, name, address or all; \
                default: the only one that is recorded)
                """,
            completion: .linkedCamera)
        var cameras: [String] = []

        private typealias Wish = RunningCameras.Wish

        mutating func run() async throws {
            let (options, ids, cameras) = (options, ids, cameras)
            try await options.target.withClient { client in
                // A client that may record may perhaps not see the cameras.
                let links = (try? await client.cameras()) ?? []
                let selected = try await Self.selected(ids, cameras, links, on: client, options)
                try await options.report(
                    selected, named: \.name, among: links, isAll: cameras.contains(CameraList.all),
                    note: { recording in
                        let link = links.first { $0.camera == recording.camera }
                        return Self.note(recording, refusal: link?.refusal, options.pairing) {
                            "longshot recordings \($0) \(recording.id)\(options.target.addition)"
                        }
                    }
                ) {
                    try await client.stopRecording($0.id.get())
                }
            }
        }

        /// That no recording goes on, and which of them still wait for footage.
        private static func nothing(but ending: [RecordingDescription], _ options: Options) -> Problem {
            let waiting = ending.map(\.id).joined(separator: ", ")
            let more =
                ending.isEmpty
                ? ""
                : "; what was stopped still waits for footage (\(waiting)): `longshot record status\(options.target.addition)`"
            return .badRequest("nothing is being recorded\(more)")
        }

        /// The named recordings and those of the named cameras, each once; without names, the only one.
        private static func selected(
            _ ids: [String], _ cameras: [String], _ links: [CameraLinkState], on client: ControlClient,
            _ options: Options
        ) async throws -> [Wish] {
            guard ids.count != 1 || !cameras.isEmpty else { return ids.map { Wish(name: $0, id: .success($0)) } }
            // Also those whose camera was revoked meanwhile, which the state no longer has.
            let open = try await client.recordings().filter { $0.state != .stopped }
            let running = open.filter { $0.state != .stopping }.named(by: links)
            guard !ids.isEmpty || !cameras.isEmpty else {
                guard running.count < 2 else {
                    let names = DistinctNames.words(running.map { ($0.camera, $0.cameraName) })
                        .map(\.quotedForShell).joined(separator: " or ")
                    throw Problem.badRequest(
                        "\(running.count) recordings go on: name one with --camera (\(names)), or stop --camera all")
                }
                guard let only = running.first else { throw Self.nothing(but: open, options) }
                return [Wish(only)]
            }
            if cameras == [CameraList.all] {
                guard !running.isEmpty else { throw Self.nothing(but: open, options) }
                return running.map(Wish.init)
            }
            // One that was stopped while its camera was away says again what it waits for.
            let revoked = ((try? await client.peers()) ?? []).filter { $0.role == .camera && $0.isRevoked }
            let named = RunningCameras(
                open, links: try await client.state().cameras,
                revoked: revoked.map { RunningCameras.Revoked(id: $0.id.text, name: $0.name.text, at: $0.revokedAt) },
                pairing: options.pairing, list: "longshot record status\(options.target.addition)")
            let all = ids.map { Wish(name: $0, id: .success($0)) } + cameras.flatMap { named.wishes($0) }
            return all.enumerated().filter { wish in
                guard case .success(let id) = wish.element.id else { return true }
                return !all[..<wish.offset].contains { (try? $0.id.get()) == id }
            }.map(\.element)
        }

        /// What happens to a recording that was stopped and still waits for footage; nil if it waits for none.
        ///
        /// - Parameters:
        ///   - refusal: why the camera and the recorder do not let each other in any more; nil if they do.
        ///   - pairing: the commands that pair them again.
        ///   - command: the command that does something to the recording.
        static func note(
            _ recording: RecordingDescription, refusal: String?, _ pairing: String, _ command: (String) -> String
        ) -> String? {
            guard recording.state == .stopping else { return nil }
            if let trouble = recording.trouble, refusal == nil {
                return
                    "the recording ends at this moment: the camera keeps the rest until the trouble is over: \(trouble.sentence) "
                    + "To close the recording without the rest: \(command("settle")); to give back what is stored as well, "
                    + "if the disk is full: \(command("delete"))"
            }
            guard let refusal else {
                return
                    "the recording ends at this moment: when the camera is back, or has caught up, what it holds is fetched. "
                    + "If it will not come back: \(command("settle"))"
            }
            return
                "the recording ends at this moment, and \(ShownName(recording.cameraName)) does not come back by itself: "
                + "\(refusal). What it holds is fetched once they are paired again: \(pairing). To close the recording without "
                + "that footage: \(command("settle"))"
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what is being recorded.")

        @OptionGroup var options: Options

        @Option(
            name: .customLong("camera"),
            help:
                "Show this camera and its recordings; the option may be repeated. (an id, name or address; default: all)",
            completion: .linkedCamera)
        var cameras: [String] = []

        mutating func run() async throws {
            var (state, others) = try await options.target.withClient { client in
                let state = try await client.state()
                let known = Set(state.recordings.map(\.id))
                // The cameras of the others were forgotten.
                return (state, try await client.recordings().filter { $0.state != .stopped && !known.contains($0.id) })
            }
            // Those of all, so that a shared name has its id also when it stands alone.
            let names = DistinctNames(
                state.cameras.map { ($0.camera ?? $0.address, $0.name ?? $0.address) }
                    + (state.recordings + others).map { ($0.camera, $0.cameraName) })
            if !cameras.isEmpty {
                let named = try cameras.map { try camera($0, in: state) }
                state.cameras.removeAll { !named.contains($0) }
                let chosen = Set(named.compactMap(\.camera))
                state.recordings.removeAll { !chosen.contains($0.camera) }
                others = []
            }
            if options.json { return try Terminal.say(json: state) }
            let recordings = (state.recordings + others).named(by: state.cameras)
            for camera in state.cameras {
                let reason = camera.reason.map { ": \($0)" } ?? ""
                let name = names.text(camera.camera ?? camera.address, camera.name ?? camera.address)
                Terminal.say("\(name)  \(camera.phase.words)\(reason)")
            }
            if recordings.isEmpty { Terminal.say("nothing is being recorded") }
            if state.cameras.isEmpty {
                Terminal.say("no camera is paired: \(options.pairing)")
            }
            let there = Set(state.cameras.filter { $0.phase == .connected }.compactMap(\.camera))
            for recording in recordings {
                RecordingText.lines(recording, there: there, names).forEach { Terminal.say($0, indent: 4) }
            }
        }

        /// The camera of a name: the present one, or another one that a recording began with.
        private func camera(_ name: String, in state: NodeState) throws -> CameraLinkState {
            let links = state.cameras
            let found = try NamedChoice.find(name, in: links, id: { $0.camera ?? $0.address }) { link in
                [link.name, link.address].compactMap(\.self)
                    + state.recordings.filter { $0.camera == link.camera }.map(\.cameraName)
            }
            guard let found else {
                throw UnknownName(
                    kind: "camera", place: "at this recorder", name: name, known: links.compactMap(\.name),
                    list: "longshot record status\(options.target.addition)")
            }
            return found
        }
    }
}
