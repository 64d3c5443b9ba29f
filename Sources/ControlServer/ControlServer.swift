// SPDX-License-Identifier: Apache-2.0
package import Logging
import ServiceLifecycle
package import Transfers
package import Trust

/// The HTTP server of a camera or a recorder, for its owner and for paired peers.
package struct ControlServer: Service {
    private let listener: Listener
    let gate: NodeGate
    let routes: RouteTable
    private let inbox: Inbox?
    private let outbox: Outbox?
    private let onRevoked: @Sendable (NodeID) async -> Void
    private let onRecorders: @Sendable () async -> Void
    private let reached: @Sendable () -> Set<NodeID>
    private let logger: Logger

    /// A server for either kind of node.
    ///
    /// Port 0 chooses a free port. `onRunning` gets the bound port once connections are accepted. Throws if the identity is
    /// invalid.
    package init(
        _ node: ServedNode, as identity: NodeIdentity, peers: PeerStore, pairing: PairingDesk,
        browsers: BrowserDesk, inbox: Inbox, outbox: Outbox, host: String, port: Int, logger: Logger,
        onRunning: @escaping @Sendable (_ boundPort: Int) async -> Void = { _ in }
    ) throws {
        let gate = NodeGate(node, as: identity, peers: peers, pairing: pairing, browsers: browsers)
        try self.init(
            routes: RouteTable(node, gate: gate, inbox: inbox, outbox: outbox), gate: gate, inbox: inbox,
            outbox: outbox, host: host, port: port, logger: logger,
            onRevoked: { await node.forget($0.text) },
            onRecorders: { await node.deleteDelivered(among: StillAudience(peers: peers).paired) },
            reached: { node.reached },
            onRunning: { bound in
                pairing.serves(on: bound)
                await onRunning(bound)
            })
    }

    init(
        routes: RouteTable, gate: NodeGate, inbox: Inbox? = nil, outbox: Outbox? = nil, host: String, port: Int,
        bounds: ConnectionBounds = .node(descriptors: DescriptorBudget.limit),
        logger: Logger, onRevoked: @escaping @Sendable (NodeID) async -> Void = { _ in },
        onRecorders: @escaping @Sendable () async -> Void = {},
        reached: @escaping @Sendable () -> Set<NodeID> = { [] },
        onRunning: @escaping @Sendable (Int) async -> Void
    ) throws {
        (self.gate, self.routes, self.logger) = (gate, routes, logger)
        (self.onRevoked, self.onRecorders, self.reached) = (onRevoked, onRecorders, reached)
        (self.inbox, self.outbox) = (inbox, outbox)
        listener = Listener(
            routes: routes,
            door: try Door(
                of: gate.identity, bounds, peers: gate.peers, name: gate.name,
                pagePort: { [browsers = gate.browsers] in browsers.pagePort }),
            access: { _, visitor, _ in (visitor, gate.rights(of: visitor)) }, host: host, port: port, logger: logger,
            scarcity: gate.scarcity, onRunning: onRunning)
    }

    /// Serves until graceful shutdown; a peer that is revoked or paired again loses its connections at once.
    package func run() async throws {
        let changes = gate.peers.changes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [listener] in try await listener.run() }
            group.addTask { [sessions = gate.sessions] in try await sessions.expire() }
            let sightings = PeerSightings(peers: gate.peers, browsers: gate.browsers, logger: logger) {
                [visitors = listener.door.visitors, reached] in visitors.peers.union(reached())
            }
            group.addTask { try await sightings.run() }
            if let inbox { group.addTask { try await inbox.run() } }
            if let outbox { group.addTask { await outbox.run() } }
            group.addTask { [self] in
                // Recorders may have been revoked while the node was not running.
                await onRecorders()
                await gate.orders.endForeign { gate.rights(of: $0).grants.contains(.shoot) }
                for await change in changes {
                    switch change {
                    case .added(let peer): await cutOff(peer.id, because: "replaced: it was paired anew")
                    case .revoked(let peer):
                        logger.notice(
                            "revoked by the owner", metadata: ["peer": "\(peer.name)", "id": "\(peer.id.short)"])
                        gate.dropInvitations()
                        await cutOff(peer.id, because: "revoked", revokedAt: peer.revokedAt)
                        await gate.orders.end(of: .peer(peer.id))
                        await onRevoked(peer.id)
                        await onRecorders()
                    case .changed(let peer):
                        if !peer.grants.contains(.record) { await gate.sessions.closeAll(of: peer.id) }
                        if !peer.grants.contains(.shoot) { await gate.orders.end(of: .peer(peer.id)) }
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        do {
            try gate.peers.flush()
        } catch {
            logger.warning("when peers were last seen is lost", metadata: ["error": "\(error)"])
        }
    }

    private func cutOff(_ peer: NodeID, because reason: String, revokedAt: Int64? = nil) async {
        // In this order: if the connections closed first, the session would count as a lost link.
        await gate.sessions.end(peer, because: reason, revokedAt: revokedAt)
        listener.door.visitors.throwOut(.peer(peer))
    }
}
