// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import Trust
import Wire

/// The possible addresses of paired cameras: configured, known from pairing, or discovered on the network.
///
/// Addresses are hints: each connection verifies the camera's pinned certificate.
package final class CameraFinder: Sendable {
    /// The port of a camera whose configured address has none.
    package static let port = 5_664

    private let peers: PeerStore
    private let manual: [NodeAddress]
    /// The addresses of each announcement: another node may announce a camera's id, and must not hide the camera by that.
    private let seen = Mutex<[NodeID: [String: [NodeAddress]]]>([:])
    private let best = Mutex<[NodeID: NodeAddress]>([:])

    /// Creates a finder for paired cameras; throws if an address in `manual` is invalid.
    package init(peers: PeerStore, manual: [String]) throws {
        self.peers = peers
        self.manual = try manual.map { try NodeAddress($0, defaultPort: Self.port) }
    }

    /// Notes the addresses of a discovered node that claims to be this camera; an empty list if it is gone.
    ///
    /// - Parameter announcement: the name of the service instance, which tells two nodes with one id apart.
    package func saw(_ id: NodeID, as announcement: String, at addresses: [String]) {
        let addresses = addresses.compactMap { try? NodeAddress($0) }
        seen.withLock { seen in
            seen[id, default: [:]][announcement] = addresses.isEmpty ? nil : addresses
            // Anybody may announce any number of ids, one after the other.
            if seen[id]?.isEmpty == true { seen[id] = nil }
        }
    }

    /// Notes that a camera answered at an address, which is tried first from now on, and after a restart as well.
    func reached(_ id: NodeID, at address: NodeAddress) {
        best.withLock { $0[id] = address }
        if let address = try? PeerAddress(address.description) { peers.reached(id, at: address) }
    }

    /// The addresses to try, the best first.
    func addresses(of id: NodeID) -> [NodeAddress] {
        let paired = (peers[id]?.addresses ?? []).compactMap { try? NodeAddress($0.description) }
        let all =
            (best.withLock { $0[id] }.map { [$0] } ?? [])
            + seen.withLock { $0[id, default: [:]].values.flatMap(\.self) } + paired + manual
        return all.reduce(into: []) { list, address in
            if !list.contains(address) { list.append(address) }
        }
    }
}
