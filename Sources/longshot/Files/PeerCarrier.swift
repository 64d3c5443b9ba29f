// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Tasks
import Transfers
import Trust
import Wire

/// Sends files of a node to a peer, at any address that answers with the pinned certificate.
struct PeerCarrier: FileCarrier {
    let identity: NodeIdentity
    let peers: PeerStore

    func carry(
        _ file: OutgoingFile, to peer: String, offeredAs offer: String?,
        hear: @escaping @Sendable (TransferProgress) -> Void
    ) async throws {
        try await reach(peer) { client in
            // One try, because the outbox retries.
            let delivery = Delivery(through: client, tries: 1)
            let offered =
                if let offer { try await client.file(offer) } else { try await delivery.offer(file) }
            hear(offered)
            guard offered.phase != .received else { return }
            // A decision may take days: the outbox asks again, and sends other files meanwhile.
            guard offered.phase != .offered else { throw TransferError.undecided }
            try await delivery.decision(about: offered)
            var there = offered
            there.phase = .transferring
            _ = try await delivery.send(file, as: offered.id) { [there] count in
                var there = there
                there.bytes = count
                hear(there)
            }
        }
    }

    func abandon(_ id: String, at peer: String) async throws {
        try await reach(peer) { try await $0.removeFile(id) }
    }

    /// Runs the body with a connection to a peer; throws at once if the peer is revoked meanwhile.
    private func reach(_ id: String, _ body: @escaping @Sendable (ControlClient) async throws -> Void) async throws {
        let changes = peers.changes()
        guard let peer = try peers[NodeID(id)], !peer.isRevoked else { throw Self.strange(id) }
        guard !peer.addresses.isEmpty else {
            throw Problem.conflict(
                "where \(peer.name.text) is, is not known here: it has come to this node, and never the other way round"
            )
        }
        do {
            try await race(
                { try await Target.reach(peer, as: identity).withClient(body) },
                {
                    for await case .revoked(let revoked) in changes where revoked.id == peer.id {
                        throw Self.strange(id)
                    }
                    // The connection's own end decides.
                    try await Task.sleep(for: .seconds(1 << 30))
                })
        } catch ControlClientError.unreachable(let address, _) {
            throw TransferError.away(reason: "\(peer.name.text) is away: nobody answers at \(address)")
        } catch let error where Delivery.isTransient(error) {
            throw TransferError.away(reason: "\(peer.name.text) is away: \(error)")
        }
    }

    private static func strange(_ id: String) -> Problem { .conflict("\(id) is not paired with this node any more") }
}
