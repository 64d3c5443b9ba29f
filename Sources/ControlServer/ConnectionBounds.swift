// SPDX-License-Identifier: Apache-2.0

/// How many connections a port serves at a time, before TLS and behind it.
///
/// All of them come from the process's limit of file descriptors, so that connections cannot use up what recording needs.
struct ConnectionBounds: Sendable {
    /// All connections of the port; more wait in the system's queue.
    let total: Int
    /// Connections that have not finished TLS.
    ///
    /// Beyond it, the one that was silent for longest is closed.
    let handshakes: Int
    /// The same, of one address.
    let handshakesPerAddress: Int
    /// Connections of clients that nobody has let in: browsers without a session, strangers that want to pair.
    ///
    /// Beyond it, the one that was silent for longest is closed.
    let unknown: Int
    /// The same, of one address.
    let unknownPerAddress: Int
    /// Connections of one peer or of one browser that was let in.
    let perVisitor: Int

    private init(total: Int, unknown: Int, unknownPerAddress: Int) {
        self.total = total
        handshakes = min(ServerLimits.handshakes, max(4, total / 4))
        handshakesPerAddress = max(4, handshakes / 2)
        (self.unknown, self.unknownPerAddress) = (min(unknown, max(4, total / 2)), unknownPerAddress)
        perVisitor = min(ServerLimits.connectionsPerVisitor, max(4, total / 4))
    }

    /// The port of a node, for its owner and its peers: a quarter of the descriptors.
    static func node(descriptors: Int) -> ConnectionBounds {
        node(total: min(ServerLimits.connections, max(16, descriptors / 4)))
    }

    /// The port of a node, with a bound for all connections.
    static func node(total: Int) -> ConnectionBounds {
        ConnectionBounds(total: total, unknown: 0, unknownPerAddress: 0)
    }

    /// The page's port: an eighth of the descriptors.
    static func page(descriptors: Int) -> ConnectionBounds {
        ConnectionBounds(
            total: min(ServerLimits.pageConnections, max(16, descriptors / 8)),
            unknown: ServerLimits.anonymousConnections, unknownPerAddress: ServerLimits.anonymousPerAddress)
    }

    /// The pairing port: a sixteenth of the descriptors.
    static func pairing(descriptors: Int) -> ConnectionBounds {
        ConnectionBounds(
            total: min(ServerLimits.pairingConnections, max(16, descriptors / 16)),
            unknown: ServerLimits.strangerConnections, unknownPerAddress: ServerLimits.strangersPerAddress)
    }
}
