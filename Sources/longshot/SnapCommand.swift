// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import Synchronization
import SystemPackage
import Wire

/// Takes stills on a camera that runs.
struct SnapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snap", abstract: "Take a still of this moment; the video goes on undisturbed.")

    @OptionGroup var target: CameraTarget

    @Option(help: "Where to keep it: camera, recorder or both.")
    var save = SavePreference.camera

    @Option(help: "Which recorder gets it, by name or id; the only paired one when left out. May be repeated.")
    var to: [String] = []

    @Option(help: "Seconds to count down first, on the camera.")
    var timer = 0

    @Option(help: "How many stills to take.")
    var count = 1

    @Option(help: "From one still to the next: 500ms, 2s, 1m.")
    var every: Interval?

    @Option(name: .shortAndLong, help: "A file to fetch the still into; a folder when there are several.")
    var output: String?

    @Flag(help: "Report as JSON, one object per line.")
    var json = false

    mutating func run() async throws {
        let command = self
        let begun = Mutex<String?>(nil)
        try await Interruption.cancelling {
            try await command.carryOut { job in begun.withLock { $0 = job } }
        } tidyUp: {
            guard let job = begun.withLock({ $0 }) else { return }
            _ = try? await command.target.withClient {
                try await $0.cancelStills(job: job)
            }
        }
    }

    private func carryOut(onBegin: @Sendable (String) -> Void) async throws {
        let pressed = ClockOffset.localMonotonic()
        try await target.withClient { client in
            let offset = try await client.clockOffset()
            let events = try await client.connectedEvents(after: nil)
            let request = StillRequest(
                pressedAt: offset.remote(atLocal: pressed), pressUncertainty: offset.uncertainty,
                timerSeconds: timer, count: count, everyMilliseconds: every?.milliseconds ?? 0, save: save,
                recipients: to)
            let job = try await client.takeStills(request)
            onBegin(job.id)
            try await follow(job, client, events)
        }
    }

    private func follow(_ begun: StillJob, _ client: ControlClient, _ events: EventStream) async throws {
        var shown = 0
        var job = begun
        var iterator = events.makeAsyncIterator()
        while true {
            job = try await client.stillJob(begun.id)
            for id in job.stills.dropFirst(shown) { try await report(id, client) }
            shown = job.stills.count
            switch job.phase {
            case .done, .cancelled:
                Terminal.endProgress()
                return
            case .failed:
                throw Problem("still-failed", status: 500, title: "No still", detail: job.problem ?? "unknown reason")
            case .countdown: Terminal.progress("\(job.secondsLeft) …")
            case .taking: Terminal.progress("\(shown) of \(job.count)")
            }
            while let numbered = try await iterator.next() {
                if case .stillJob(let moved) = numbered.event, moved.id == begun.id { break }
            }
        }
    }

    private func report(_ id: String, _ client: ControlClient) async throws {
        let still = try await client.still(id)
        var path: FilePath?
        if let output {
            path = try OutputPath.file(output, named: still.name, isFolder: count > 1)
            let bar = ProgressBar(still.name)
            if let path {
                try await client.download(Download(still, to: path)) { bar.update($0, of: $1) }
            }
            bar.end()
        }
        if json {
            Terminal.say(String(decoding: try JSON.encode(StillReport(still, path: path?.string)), as: UTF8.self))
            return
        }
        Terminal.endProgress()
        Terminal.say("\(path?.string ?? still.name)  \(still.width)x\(still.height)  \(Format.bytes(still.bytes))")
        Terminal.say(
            "  asked at \(Format.moment(still.askedAt)), shows \(Format.moment(still.shownAt)): "
                + "skew \(Format.decimal(Double(still.skew) / 1e6, 1)) ms "
                + "± \(Format.decimal(Double(still.uncertainty) / 1e6, 1)) ms, source \(still.source.rawValue)"
                + (still.clamped ? ", outside of the ring: the nearest frame was taken" : ""))
    }
}
