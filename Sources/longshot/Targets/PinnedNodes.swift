// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Discovery
import Foundation
import SystemPackage
import Trust
import Wire

/// The certificates that this user and the nodes of this machine have pinned.
struct PinnedNodes: Sendable {
    private let remote: NodeIdentity?
    private let pinned: [NodeID: PinnedCertificate]
    /// The nodes in this user's homes.
    let own: Set<NodeID>

    /// Reads them from the usual homes; a home that cannot be read has none.
    init() async {
        let remote = try? RemoteHome()
        self.remote = remote?.identity
        var peers = remote?.peers.peers ?? []
        var own: [PinnedCertificate] = []
        for home in NodeHome.usual(for: .camera) + NodeHome.usual(for: .recorder)
        where FileManager.default.fileExists(atPath: home.appending("identity").string) {
            peers += (try? PeerStore(home: home).peers) ?? []
            if let identity = try? NodeIdentity.open(home: home) { own.append(identity.certificate) }
        }
        let certificates = own + peers.filter { !$0.isRevoked }.map(\.certificate)
        pinned = Dictionary(certificates.map { ($0.id, $0) }) { first, _ in first }
        self.own = Set(own.map(\.id))
    }

    /// Compares a found node's certificate with the pinned one, if the node claims a known id.
    func standing(of node: FoundNode) async -> NodeSighting.Standing {
        guard let id = try? NodeID(node.advertisement.id), let certificate = pinned[id], let remote else {
            return .unknown
        }
        for found in node.addresses {
            guard let address = try? NodeAddress(found.authority) else { continue }
            guard let shown = try? await CertificateProbe.certificate(at: address, as: remote) else { continue }
            guard shown == certificate else { return .impostor }
            return own.contains(id) ? .own : .paired
        }
        return .unverified
    }
}
