// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Pipelines
import Tasks
import Wire

extension PipelineCommand {
    struct Use: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a running camera capture with another pipeline.",
            discussion: """
                A recording goes on in a new epoch, with a pause `pipeline-changed`. If the new pipeline gives no picture, the camera \
                returns to the old one. The choice lasts until the camera ends: camera.capture in longshot.yaml is permanent.
                """)

        /// The limit for the end of the old pipeline and the first picture of the new one.
        private static let patience = Duration.seconds(15)

        @OptionGroup var target: CameraTarget

        @Argument(help: "The name of one of the camera's capture pipelines.", completion: .cameraPipeline)
        var name: String

        @Flag(help: "Report as JSON.")
        var json = false

        func carryOut() async throws {
            let pipeline = try await target.withClient { client in
                // The reason of a failure is in an event only: then the camera returns to the old pipeline at once.
                let events = try await client.connectedEvents(after: nil)
                let before = try await client.state().capture?.epochID
                _ = try await client.activatePipeline(name)
                let capture = try await client.state().capture
                try await Self.waitForPictures(
                    of: name, instead: before, isThere: capture?.pipeline == name && capture?.phase == .running,
                    in: events)
                return try await client.pipelines().first { $0.name == name }
            }
            guard let pipeline else { throw Problem.conflict("the pipeline \(name) was removed meanwhile") }
            if json { return try Terminal.say(json: pipeline) }
            Terminal.say("\(name) runs\(pipeline.caps.map { ": \($0)" } ?? "")")
            if let configured = pipeline.configured {
                Terminal.say(
                    "  with \(configured.joined(separator: ", ")) as configured (camera.set, --set), not as in its text"
                )
            }
            if let leftOut = pipeline.leftOut {
                Terminal.say(
                    "  without \(leftOut.joined(separator: ", ")), which is configured, and for which it has no element"
                )
            }
        }

        /// Waits until a pipeline has given pictures for a second; throws the reason if it does not: what an encoder sends may turn
        /// out to be useless only behind the first one.
        ///
        /// - Parameters:
        ///   - epoch: the id of an epoch before its first picture.
        ///   - old: the id of the epoch of the pipeline before it.
        ///   - isThere: whether its first picture is there already.
        static func waitForPictures(
            of name: String, after epoch: String? = nil, instead old: String? = nil, isThere: Bool = false,
            in events: EventStream
        ) async throws {
            let first = Pending<Void>()
            if isThere { first.resolve(()) }
            do {
                try await withTimeout(patience) {
                    try await race(
                        { try await watch(name, after: epoch, instead: old, in: events) { first.resolve(()) } },
                        {
                            _ = await first.value()
                            try await Task.sleep(for: .seconds(1))
                        })
                }
            } catch is TimedOut {
                throw Problem.conflict("\(name) has given no picture for 15 s: the camera's log says why")
            }
        }

        /// Calls the body when a pipeline has given its first picture; ends only with an error, the reason of a failure.
        private static func watch(
            _ name: String, after epoch: String?, instead old: String?, in events: EventStream, hasPicture: () -> Void
        ) async throws {
            for try await numbered in events {
                guard case .capture(let capture) = numbered.event else { continue }
                if let old, capture.pipeline != name, capture.phase == .running, capture.epochID != old {
                    throw Problem.conflict(
                        "another user has chosen \(capture.pipeline) meanwhile: choose \(name) again, if you want it to run"
                    )
                }
                guard capture.pipeline == name else { continue }
                if capture.phase == .running {
                    if epoch == nil || capture.epochID != epoch { hasPicture() }
                } else if capture.phase == .stopped, let reason = capture.reason {
                    throw Problem.conflict("\(reason): the camera captures nothing until another pipeline is chosen")
                } else if let reason = capture.reason {
                    throw Problem.conflict(
                        "\(name) gives no picture that can be used: \(reason.sentence) The camera goes back to the old pipeline, with the "
                            + "values that it began with; a recording in progress has a pause")
                }
            }
            throw Problem.conflict("the camera has ended before \(name) gave a picture")
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set properties of the running pipeline, such as its bit rate; without values, show them.",
            discussion: """
                Shows each property that can be set while the pipeline runs, with its value, unit, default and range. \
                In `encoder.bitrate=8000` the element may be left out if no other one has such a property. The values last until the \
                pipeline is edited or changed, or the camera ends: camera.set in longshot.yaml is permanent.
                """)

        @OptionGroup var target: CameraTarget

        @Argument(
            help: "The name of the pipeline; the one that runs when left out.", completion: .pipelineOrProperty)
        var name: String?

        @Argument(help: "Properties and their values, such as encoder.bitrate=8000.", completion: .pipelineProperty)
        var values: [String] = []

        @Flag(help: "Report as JSON.")
        var json = false

        mutating func run() async throws {
            // Without a name, the first argument is a value already.
            let isUnnamed = name?.contains("=") ?? true
            let written = (isUnnamed ? name.map { [$0] } ?? [] : []) + values
            let changes = try written.map { try ControlsCommand.parts(of: $0) }
            let (wanted, camera) = (isUnnamed ? nil : name, target.addition)
            let (name, capture, properties) = try await target.withClient { client in
                let capture = try await client.state().capture
                guard let name = wanted ?? capture?.pipeline else {
                    throw Problem.conflict("no pipeline runs on this camera")
                }
                return (name, capture, try await Self.set(changes, of: name, on: client, camera))
            }
            if json { return try Terminal.say(json: properties) }
            if let capture, capture.pipeline == name, capture.phase != .running {
                Terminal.say("\(name) does not run\(capture.reason.map { ": \($0)" } ?? "")")
            } else if isUnnamed {
                Terminal.say("\(name) runs")
            }
            if properties.isEmpty { Terminal.say("nothing of \(name) can be set while it runs") }
            for one in properties {
                let unit = one.unit.map { " (\($0))" } ?? ""
                let value =
                    one.value.map { "\($0)\(unit), default \(one.standard)" } ?? "default \(one.standard)\(unit)"
                Terminal.say("\(one.name)  \(value), \(one.range)")
            }
        }

        /// Sets values, and returns all properties that can be set; without values, only returns them.
        ///
        /// - Parameter camera: the options that select the camera in a command, with a space before each.
        private static func set(
            _ changes: [(String, String)], of name: String, on client: ControlClient, _ camera: String
        ) async throws -> [PipelineProperty] {
            let known = try await client.pipelineProperties(name)
            guard !changes.isEmpty else { return known }
            var set: [String: String] = [:]
            for (key, value) in changes { set[try property(key, of: name, camera, in: known)] = value }
            return try await client.setPipelineProperties(name, PipelineChange(set: set))
        }

        /// The full name of a property; the element may be missing.
        private static func property(
            _ key: String, of pipeline: String, _ camera: String, in known: [PipelineProperty]
        ) throws -> String {
            let found = known.map(\.name).filter { $0 == key || $0.hasSuffix(".\(key)") }
            guard let only = found.first else {
                throw UnknownName(
                    kind: "property", place: "that can be set while \(pipeline) runs", name: key,
                    known: known.flatMap { [$0.name, $0.name.split(separator: ".").last.map(String.init) ?? ""] },
                    list: "longshot pipeline set \(pipeline.quotedForShell)\(camera)")
            }
            guard found.count == 1 else {
                throw Problem.badRequest("\(key) may be any of \(found.joined(separator: ", ")): say which")
            }
            return only
        }
    }
}
