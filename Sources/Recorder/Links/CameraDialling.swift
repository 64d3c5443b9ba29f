// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Trust
import Wire

/// Connects to a camera at any of its addresses, with retries, and keeps one connection per address.
final class CameraDialling: Sendable {
    /// The result of an attempt, or that the next attempt is due.
    private enum Outcome {
        case reached(any CameraConnection, NodeDescription)
        case failed(any Error)
        case due
    }

    private struct State {
        /// One for each address, so that a fetch over it continues after a reconnect.
        var connections: [NodeAddress: (certificate: PinnedCertificate, connection: any CameraConnection)] = [:]
        var isOver = false
    }

    /// The delay between attempts, and the maximum number of concurrent ones.
    private static let (pace, attempts) = (Duration.milliseconds(400), 6)

    private let id: NodeID
    private let peers: PeerStore
    private let finder: CameraFinder
    private let connect: CameraDialer
    private let state = Mutex(State())

    init(_ camera: NodeID, peers: PeerStore, finder: CameraFinder, connect: @escaping CameraDialer) {
        (id, self.peers, self.finder, self.connect) = (camera, peers, finder, connect)
    }

    /// Connects with retries; returns nil if the link was ended or cancelled.
    ///
    /// Attempts overlap: a pending one may have lost its only packet, and the link may work again at any moment.
    ///
    /// - Parameter tell: called with the error of each failed attempt.
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

    /// Ends the session on the camera, and closes all connections.
    func leave() async {
        for connection in connections {
            // Not cancelled with this task, so that the camera does not wait for a recorder that has ended.
            await Task { try? await connection.endSession(isRevoked: false) }.value
            await connection.shutdown()
        }
    }

    /// Tells the camera that this recorder has revoked it, closes all connections, and opens no more.
    func end() async {
        state.withLock { $0.isOver = true }
        for connection in connections {
            try? await connection.endSession(isRevoked: true)
            await connection.shutdown()
        }
    }

    private var connections: [any CameraConnection] {
        state.withLock { $0.connections.values.map(\.connection) }
    }

    /// Tries each address until the camera answers with its own certificate.
    private func attempt() async throws -> (any CameraConnection, NodeDescription) {
        guard let peer = peers[id], !peer.isRevoked else { throw TrustError.unknownPeer(id) }
        var failure: (any Error)?
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
            } catch  where LinkCondition.Failure(error).isRevocation {
                // The camera itself has said so.
                failure = error
                break
            } catch {
                // The first address is where it was last; one that is for any camera comes last and says least.
                failure = failure ?? error
            }
        }
        throw failure
            ?? Problem.notFound(
                "\(peer.name) has not been found on the network: start it, or start this recorder with --camera HOST:PORT, which says where it is"
            )
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
