// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Transfers
import Trust
import Wire

/// Sends files of a node to a peer, at any address that answers with the pinned certificate.
struct PeerCarrier: FileCarrier {
    let identity: NodeIdentity
    let peers: PeerStore

    func carry(
        _ file: OutgoingFile, to peer: String, hear: @escaping @Sendable (TransferProgress) -> Void
    ) async throws {
        try await reach(peer) { client in
            // One try, because the outbox retries.
            let delivery = Delivery(through: client, tries: 1)
            let offered = try await delivery.offer(file)
            hear(offered)
            guard offered.phase != .received else { return }
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

    private func reach(_ id: String, _ body: (ControlClient) async throws -> Void) async throws {
        guard let peer = try peers[NodeID(id)], !peer.isRevoked else {
            throw Problem.conflict("\(id) is not paired with this node any more")
        }
        guard !peer.addresses.isEmpty else {
            throw Problem.conflict(
                "where \(peer.name.text) is, is not known here: it has come to this node, and never the other way round"
            )
        }
        do {
            try await Target.reach(peer, as: identity).withClient(body)
        } catch ControlClientError.unreachable(let address, _) {
            throw TransferError.away(reason: "\(peer.name.text) is away: nobody answers at \(address)")
        } catch let error where Delivery.isTransient(error) {
            throw TransferError.away(reason: "\(peer.name.text) is away: \(error)")
        }
    }
}
