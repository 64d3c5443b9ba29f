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
        guard !watch else { return try await Terminal.whileRead { try await NodeSightings.forEach(show) } }
        let seen = Mutex<[NodeSighting]>([])
        try await race(
            {
                try await NodeSightings.forEach { sighting in
                    seen.withLock { $0.append(sighting) }
                    try show(sighting)
                }
            },
            { try await Task.sleep(for: .seconds(seconds ?? 2)) })
        let sightings = seen.withLock { $0 }
        for (target, node) in try await Target.described() where !sightings.contains(where: { $0.id == node.id }) {
            try show(
                NodeSighting(
                    change: .appeared, name: node.name, role: node.role.rawValue, id: node.id,
                    addresses: ["\(target.address)"], standing: .own))
        }
        let changes = Set(sightings.map(\.change))
        // It has said why it cannot look.
        if changes == [.unavailable] { throw ExitCode(ExitStatus.unavailable.rawValue) }
        if changes.isEmpty {
            Terminal.complain(
                "no node announces itself here: one with --host 127.0.0.1 or --no-discovery never does; `longshot doctor` says "
                    + "whether Avahi works")
        }
    }

    private func show(_ sighting: NodeSighting) throws {
        if json { try Terminal.say(jsonLine: sighting) } else { Terminal.say(sighting.line) }
    }
}
