// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Discovery
import Trust

/// The nodes of the network, each compared with the certificates that are pinned here.
enum NodeSightings {
    /// Passes each change to the body, until cancelled.
    static func forEach(_ body: (NodeSighting) throws -> Void) async throws {
        let (browser, known) = (Browser(), await PinnedNodes())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await browser.run() }
            defer { group.cancelAll() }
            for await event in browser.nodes {
                if let sighting = await sighting(event, known) { try body(sighting) }
            }
        }
    }

    private static func sighting(_ event: BrowserEvent, _ known: PinnedNodes) async -> NodeSighting? {
        switch event {
        case .appeared(let node):
            return await describe(node, .appeared, known)
        case .changed(let node):
            return await describe(node, .changed, known)
        case .vanished(let node, let departure):
            var sighting = NodeSighting(change: .vanished)
            fill(&sighting, node)
            sighting.reason =
                switch departure {
                case .goodbye: "it said goodbye"
                case .timeout: "it no longer answers"
                case .daemonGone: "avahi-daemon went away"
                }
            return sighting
        case .omitted(let name, let why):
            return NodeSighting(change: .unavailable, reason: "\"\(name)\" is left out: \(why)")
        case .unavailable(let error):
            return NodeSighting(change: .unavailable, reason: "\(error)")
        case .settled:
            return nil
        }
    }

    private static func describe(
        _ node: FoundNode, _ change: NodeSighting.Change, _ known: PinnedNodes
    ) async -> NodeSighting {
        var sighting = NodeSighting(change: change)
        fill(&sighting, node)
        sighting.isPairing = node.advertisement.pairing != nil
        sighting.standing = await known.standing(of: node)
        return sighting
    }

    private static func fill(_ sighting: inout NodeSighting, _ node: FoundNode) {
        let ad = node.advertisement
        (sighting.name, sighting.role, sighting.id) = (ad.name, ad.role.rawValue, ad.id)
        sighting.addresses = node.addresses.map(\.authority)
    }
}
