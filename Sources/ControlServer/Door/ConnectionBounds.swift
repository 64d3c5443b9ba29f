// SPDX-License-Identifier: Apache-2.0

/// The connection limits of a port, before and after the TLS handshake.
///
/// They are shares of the process's file descriptors, so that connections cannot use up those that recordings need.
struct ConnectionBounds: Sendable {
    /// All connections of the port; further ones wait in the system's queue.
    let total: Int
    /// Connections before the end of the TLS handshake; beyond the limit, the one idle longest is closed.
    let handshakes: Int
    /// The same per address.
    let handshakesPerAddress: Int
    /// Connections of browsers without a session, or of strangers on the pairing port.
    ///
    /// Beyond the limit, the one idle longest is closed.
    let unknown: Int
    /// The same per address.
    let unknownPerAddress: Int
    /// Connections of one peer, or of one browser with a session.
    let perVisitor: Int

    private init(total: Int, unknown: Int, unknownPerAddress: Int) {
        self.total = total
        handshakes = min(ServerLimits.handshakes, max(4, total / 4))
        handshakesPerAddress = max(4, handshakes / 2)
        (self.unknown, self.unknownPerAddress) = (min(unknown, max(4, total / 2)), unknownPerAddress)
        perVisitor = min(ServerLimits.connectionsPerVisitor, max(4, total / 4))
    }

    /// The node's own port: a quarter of the descriptors.
    static func node(descriptors: Int) -> ConnectionBounds {
        node(total: min(ServerLimits.connections, max(16, descriptors / 4)))
    }

    /// The node's own port, with a given limit for all connections.
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
