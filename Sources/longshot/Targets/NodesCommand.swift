// SPDX-License-Identifier: Apache-2.0
import Tasks
import ArgumentParser
import Discovery
import Foundation
import Synchronization
import Wire

struct NodesCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "Show who is on the network, and whether they are who they say.",
        discussion: """
            A name on the network proves nothing. "paired" means that the node showed the certificate that was pinned; \
            "IMPOSTOR" means that something goes by the id of a paired node and showed another one: it is never used.
            """)

    @Flag(help: "Go on and show who appears and vanishes, until Ctrl-C.")
    var watch = false

    @Option(help: "How long to look. (seconds from 0.1 to 3600; default: 2)")
    var seconds: Double?

    @Flag(help: "Report as JSON, one object per line.")
    var json = false

    mutating func validate() throws {
        guard (0.1...3_600).contains(seconds ?? 2) else { throw ValidationError("--seconds must be from 0.1 to 3600") }
    }

    func carryOut() async throws {
        guard !watch else { return try await NodeSightings.forEach(show) }
        let changes = Mutex<Set<NodeSighting.Change>>([])
        try await race(
            {
                try await NodeSightings.forEach { sighting in
                    _ = changes.withLock { $0.insert(sighting.change) }
                    try show(sighting)
                }
            },
            { try await Task.sleep(for: .seconds(seconds ?? 2)) })
        // It has said why it cannot look.
        if changes.withLock({ $0 == [.unavailable] }) { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }

    private func show(_ sighting: NodeSighting) throws {
        if json { return try Terminal.say(jsonLine: sighting) }
        Terminal.say(sighting.line)
    }
}
