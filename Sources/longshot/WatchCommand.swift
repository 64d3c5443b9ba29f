// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
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
        let target = try await target.find()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await target.withClient { client in
                    for try await numbered in client.events(after: nil) { try show(numbered) }
                }
            }
            if !noDiscovery { group.addTask { try await NodeSightings.forEach(show) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The time of day here: an event has none of its own.
    private static var now: String {
        Date().formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
    }

    private func show(_ numbered: NumberedEvent) throws {
        guard json else {
            return Terminal.say("\(Self.now)  \(numbered.event.kind)  \(EventText.line(numbered.event))")
        }
        let payload = String(decoding: try numbered.event.payload(), as: UTF8.self)
        Terminal.say(jsonText: #"{"id":\#(numbered.id),"kind":"\#(numbered.event.kind)","payload":\#(payload)}"#)
    }

    private func show(_ sighting: NodeSighting) throws {
        guard json else { return Terminal.say("\(Self.now)  node  \(sighting.line)") }
        let payload = String(decoding: try JSON.encode(sighting), as: UTF8.self)
        Terminal.say(jsonText: #"{"kind":"node","payload":\#(payload)}"#)
    }
}
