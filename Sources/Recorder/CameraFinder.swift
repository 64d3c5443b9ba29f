// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import Trust
import Wire

/// Where paired cameras may be reached: by hand, from their pairing, and from what was seen on the network.
///
/// Addresses are hints. Who is there is decided by the certificate that was pinned, on each connection.
package final class CameraFinder: Sendable {
    private let peers: PeerStore
    private let manual: [NodeAddress]
    private let seen = Mutex<[NodeID: [NodeAddress]]>([:])
    private let best = Mutex<[NodeID: NodeAddress]>([:])

    /// Looks for the cameras among some peers, also at addresses that were given by hand.
    package init(peers: PeerStore, manual: [String]) throws {
        self.peers = peers
        self.manual = try manual.map { try NodeAddress($0, defaultPort: 5_664) }
    }

    /// Something on the network says that it is this camera, at these addresses; an empty list when it is gone.
    package func saw(_ id: NodeID, at addresses: [String]) {
        let addresses = addresses.compactMap { try? NodeAddress($0) }
        seen.withLock { $0[id] = addresses.isEmpty ? nil : addresses }
    }

    /// A camera answered there.
    func reached(_ id: NodeID, at address: NodeAddress) {
        best.withLock { $0[id] = address }
    }

    /// Where to try, the best first.
    func addresses(of id: NodeID) -> [NodeAddress] {
        let paired = (peers[id]?.addresses ?? []).compactMap { try? NodeAddress($0.description) }
        let all = (best.withLock { $0[id] }.map { [$0] } ?? []) + seen.withLock { $0[id] ?? [] } + paired + manual
        return all.reduce(into: []) { list, address in
            if !list.contains(address) { list.append(address) }
        }
    }
}
