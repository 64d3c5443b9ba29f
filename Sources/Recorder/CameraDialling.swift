// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Trust
import Wire

/// Finds a camera at one of its addresses, again and again, and keeps a connection for each of them.
final class CameraDialling: Sendable {
    /// What becomes of an attempt, and that it is time for another one.
    private enum Outcome {
        case reached(any CameraConnection, NodeDescription)
        case failed(any Error)
        case due
    }

    private struct State {
        /// One for each address that was tried: what is being fetched over one goes on when the link is made again.
        var connections: [NodeAddress: (certificate: PinnedCertificate, connection: any CameraConnection)] = [:]
        var isOver = false
    }

    /// How soon the next attempt to reach a camera begins, and how many there may be at once.
    private static let (pace, attempts) = (Duration.milliseconds(400), 6)

    private let id: NodeID
    private let peers: PeerStore
    private let finder: CameraFinder
    private let connect: CameraDialer
    private let state = Mutex(State())

    init(_ camera: NodeID, peers: PeerStore, finder: CameraFinder, connect: @escaping CameraDialer) {
        (id, self.peers, self.finder, self.connect) = (camera, peers, finder, connect)
    }

    /// Tries until the camera answers; nil when it is not wanted any more.
    ///
    /// A link that drops everything is back at any moment: an attempt under way may have lost its only packet, so that it is
    /// not waited for before the next one.
    ///
    /// - Parameter tell: hears why an attempt failed.
    func reach(orElse tell: (any Error) -> Void) async -> (any CameraConnection, NodeDescription)? {
        await withTaskGroup(of: Outcome.self) { group in
            defer { group.cancelAll() }
            var underWay = 0
            group.addTask { .due }
            while let outcome = await group.next(), !Task.isCancelled, !state.withLock(\.isOver) {
                switch outcome {
                case .reached(let connection, let node): return (connection, node)
                case .failed(let error):
                    underWay -= 1
                    tell(error)
                case .due:
                    if underWay < Self.attempts {
                        underWay += 1
                        group.addTask { [self] in
                            do {
                                let (connection, node) = try await attempt()
                                return .reached(connection, node)
                            } catch {
                                return .failed(error)
                            }
                        }
                    }
                    group.addTask {
                        try? await Task.sleep(for: Self.pace)
                        return .due
                    }
                }
            }
            return nil
        }
    }

    /// Tells the camera that this recorder ends, and closes all connections.
    func leave() async {
        for connection in connections {
            // Not cancelled with us: the camera need not wait for a recorder that has ended.
            await Task { try? await connection.endSession() }.value
            await connection.shutdown()
        }
    }

    /// Closes all connections, and makes no more.
    func end() async {
        state.withLock { $0.isOver = true }
        for connection in connections { await connection.shutdown() }
    }

    private var connections: [any CameraConnection] {
        state.withLock { $0.connections.values.map(\.connection) }
    }

    /// Tries each address until the camera answers with its own certificate.
    private func attempt() async throws -> (any CameraConnection, NodeDescription) {
        guard let peer = peers[id], !peer.isRevoked else { throw TrustError.unknownPeer(id) }
        var failure: any Error = Problem.notFound(
            "\(peer.name) has not been found on the network: start it, or say where it is with --camera HOST:PORT")
        for address in finder.addresses(of: id) {
            do {
                let connection = try connection(to: address, peer.certificate)
                connection.leaveSession()
                let node = try await connection.node()
                guard node.role == .camera else {
                    throw Problem.conflict("\(address) is a \(node.role.rawValue), not a camera")
                }
                finder.reached(id, at: address)
                return (connection, node)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func connection(
        to address: NodeAddress, _ certificate: PinnedCertificate
    ) throws -> any CameraConnection {
        if let (known, connection) = state.withLock({ $0.connections[address] }), known == certificate {
            return connection
        }
        let connection = try connect(address, certificate)
        state.withLock { $0.connections[address] = (certificate, connection) }
        return connection
    }
}
