// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import Tasks
import Wire

struct WatchCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show a node's events, and who comes and goes on the network, until Ctrl-C.")

    @OptionGroup var target: AnyTarget

    @Flag(help: "Leave out who comes and goes on the network.")
    var noDiscovery = false

    @Flag(help: "One JSON object per line: kind and payload.")
    var json = false

    func carryOut() async throws {
        try await Terminal.whileRead { try await follow() }
    }

    /// Shows events until the node is gone, which is an error.
    private func follow() async throws {
        let (target, home) = (try await target.find(), target.home)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await target.withClient { client in
                        if let node = try? await client.node() {
                            Terminal.advise("watching \(ShownName(node.name)), a \(node.role.rawValue), until Ctrl-C")
                        }
                        try await race(
                            { for try await numbered in client.events(after: nil) { try show(numbered) } },
                            { try await showGrowth(of: client) })
                    }
                } catch ControlClientError.broken, ControlClientError.timedOut {
                    // The error names the request, which the user did not make.
                }
                try Task.checkCancellation()
                throw await target.revocation() ?? NodeGone(address: target.address, home: home)
            }
            if !noDiscovery { group.addTask { try await NodeSightings.forEach(show) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Shows the recordings that have grown since they were shown last, which is no event; never returns.
    private func showGrowth(of client: ControlClient) async throws {
        let isRecorder = (try? await client.node())?.role == .recorder
        var shown: [String: Int] = [:]
        while true {
            try await Task.sleep(for: isRecorder && !json ? Self.growth : .seconds(1 << 30))
            let recordings = (try? await client.recordings(limit: Self.recordings)) ?? []
            let growing = recordings.filter { $0.state != .stopped }
            for recording in growing where shown[recording.id] != recording.frames.persisted {
                let event = Event.recording(recording)
                try show(event.kind, EventText.line(event), event.payload)
            }
            shown = Dictionary(growing.map { ($0.id, $0.frames.persisted) }) { $1 }
        }
    }

    /// The time after which a growing recording is shown again.
    private static let growth = Duration.seconds(10)
    /// The most recordings that are asked for: one for each camera, and some that have ended meanwhile.
    private static let recordings = 100

    /// The time of day here: an event has none of its own.
    private static var now: String {
        Date().formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
    }

    private func show(_ numbered: NumberedEvent) throws {
        let event = numbered.event
        try show(event.kind, EventText.line(event), id: #""id":\#(numbered.id),"#, event.payload)
    }

    private func show(_ sighting: NodeSighting) throws {
        try show("node", sighting.line) { try JSON.encode(sighting) }
    }

    private func show(_ kind: String, _ line: String, id: String = "", _ payload: () throws -> Data) throws {
        if json {
            let payload = String(decoding: try payload(), as: UTF8.self)
            Terminal.say(jsonText: #"{\#(id)"kind":"\#(kind)","payload":\#(payload)}"#)
        } else {
            Terminal.say("\(Self.now)  \(kind)  \(line)")
        }
    }
}
