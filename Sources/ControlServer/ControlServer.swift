// SPDX-License-Identifier: Apache-2.0
package import Logging
import ServiceLifecycle
package import Trust

/// HTTP in front of a camera or a recorder, for its owner and for the peers that were let in.
package struct ControlServer: Service {
    private let listener: Listener
    private let peers: PeerStore

    /// A server for either kind of node.
    ///
    /// Port 0 is any free one; `onRunning` hears which, once connections are accepted. Throws when the identity is none.
    package init(
        _ node: ServedNode, as identity: NodeIdentity, peers: PeerStore, pairing: PairingDesk, host: String, port: Int,
        logger: Logger, onRunning: @escaping @Sendable (_ boundPort: Int) async -> Void = { _ in }
    ) throws {
        try self.init(
            routes: RouteTable(node, peers: peers, pairing: pairing), as: identity, peers: peers, host: host,
            port: port,
            logger: logger
        ) { bound in
            pairing.serves(on: bound)
            await onRunning(bound)
        }
    }

    init(
        routes: RouteTable, as identity: NodeIdentity, peers: PeerStore, host: String, port: Int, logger: Logger,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) throws {
        self.peers = peers
        listener = Listener(
            routes: routes, door: try Door(of: identity, peers: peers),
            grants: { visitor in
                switch visitor {
                case .owner: .all
                case .peer(let id): peers[id]?.grants ?? []
                case .stranger: []
                }
            },
            host: host, port: port, logger: logger, onRunning: onRunning)
    }

    /// Serves until told to shut down; a peer that is revoked, or paired anew, is cut off at once.
    package func run() async throws {
        let changes = peers.changes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [listener] in try await listener.run() }
            group.addTask { [visitors = listener.door.visitors] in
                for await change in changes {
                    switch change {
                    case .added(let peer), .revoked(let peer): visitors.throwOut(peer.id)
                    case .changed: continue
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
